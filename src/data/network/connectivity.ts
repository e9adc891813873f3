/**
 * What is known of the way to the server, behind what the browser says of the network. `foreign`: somebody else answers
 * in its place, as the network of a hotel does that wants to be signed in to first.
 */
export type Reach = 'answers' | 'silent' | 'foreign'

let reach: Reach = 'answers'
/** The server answered while the browser knew of no network: the browser is wrong, until it says so anew. */
let isProven = false
const listeners = new Set<() => void>()

/** The server answered, whatever it said. */
export function noteAnswer() {
  turn('answers', isProven)
}

/** Nobody answered, or somebody who is not our server. */
export function noteSilence() {
  // Who is known to stand in the way does so until it is asked again.
  turn(reach === 'foreign' ? 'foreign' : 'silent', false)
}

/** What a knock at the server's door has found. */
export function noteReach(found: Reach) {
  turn(found, found === 'answers')
}

/** The browser has lost its network, as far as it knows: what was proven before proves nothing now. */
export function noteBrowserOffline() {
  turn(reach, false)
}

export function serverReach(): Reach {
  return reach
}

export function isServerSilent(): boolean {
  return reach !== 'answers'
}

/** How one stands towards the server, everything known taken together. */
export type Connection = 'online' | 'offline' | 'portal'

/** `hears`: whether the browser knows of a network. It is believed until an answer proves it wrong. */
export function connection(hears: boolean): Connection {
  if (reach === 'foreign') return 'portal'
  return reach === 'answers' && (hears || isProven) ? 'online' : 'offline'
}

export function watchReach(changed: () => void): () => void {
  listeners.add(changed)
  return () => listeners.delete(changed)
}

/** Hears when the server is in reach again, by whatever had kept it out. */
export function watchReturn(isBack: () => void): () => void {
  const isThere = () => connection(navigator.onLine) === 'online'
  let wasThere = isThere()
  return watchReach(() => {
    const was = wasThere
    wasThere = isThere()
    if (wasThere && !was) isBack()
  })
}

function turn(to: Reach, proven: boolean) {
  if (reach === to && isProven === proven) return
  reach = to
  isProven = proven
  for (const listener of listeners) listener()
}
