/**
 * What is known of the way to the server, behind what the browser says of the network. `foreign`: somebody else answers
 * in its place, as the network of a hotel does that wants to be signed in to first.
 */
export type Reachability = 'answers' | 'silent' | 'foreign'

let current: Reachability = 'answers'
/** The server answered while the browser knew of no network: the browser is wrong, until it says so anew. */
let isProven = false
const listeners = new Set<() => void>()

/** The server answered, whatever it said. */
export function markReachable() {
  update('answers', isProven)
}

/** Nobody answered, or somebody who is not our server. */
export function markUnreachable() {
  // Who is known to stand in the way does so until it is asked again.
  update(current === 'foreign' ? 'foreign' : 'silent', false)
}

/** What a knock at the server's door has found. */
export function setReachability(found: Reachability) {
  update(found, found === 'answers')
}

/** The browser has lost its network, as far as it knows: what was proven before proves nothing now. */
export function markBrowserOffline() {
  update(current, false)
}

export function serverReachability(): Reachability {
  return current
}

export function isServerUnreachable(): boolean {
  return current !== 'answers'
}

/** How one stands towards the server, everything known taken together. */
export type Connection = 'online' | 'offline' | 'portal'

/** `hears`: whether the browser knows of a network. It is believed until an answer proves it wrong. */
export function connectionState(hears: boolean): Connection {
  if (current === 'foreign') return 'portal'
  return current === 'answers' && (hears || isProven) ? 'online' : 'offline'
}

export function watchConnectivity(changed: () => void): () => void {
  listeners.add(changed)
  return () => listeners.delete(changed)
}

/** Hears when the server is in reach again, by whatever had kept it out. */
export function watchReconnect(isBack: () => void): () => void {
  const isThere = () => connectionState(navigator.onLine) === 'online'
  let wasThere = isThere()
  return watchConnectivity(() => {
    const was = wasThere
    wasThere = isThere()
    if (wasThere && !was) isBack()
  })
}

function update(to: Reachability, proven: boolean) {
  if (current === to && isProven === proven) return
  current = to
  isProven = proven
  for (const listener of listeners) listener()
}
