/**
 * Whether the server can be reached, independent of the browser's online state. `foreign`: a captive portal answers
 * instead.
 */
export type Reachability = 'answers' | 'silent' | 'foreign'

let current: Reachability = 'answers'
/** The server answered while the browser reported offline: ignore the browser until its next offline event. */
let isProven = false
const listeners = new Set<() => void>()

/** Records that the server answered, with any status. */
export function markReachable() {
  update('answers', isProven)
}

/** Records that the server did not answer. */
export function markUnreachable() {
  // A known captive portal stays until the next probe.
  update(current === 'foreign' ? 'foreign' : 'silent', false)
}

/** Records the result of a probe. */
export function setReachability(found: Reachability) {
  update(found, found === 'answers')
}

/** Records the browser's offline event, which invalidates earlier evidence. */
export function markBrowserOffline() {
  update(current, false)
}

export function serverReachability(): Reachability {
  return current
}

export function isServerUnreachable(): boolean {
  return current !== 'answers'
}

/** The connection as shown to the user. */
export type Connection = 'online' | 'offline' | 'portal'

/** `hears`: the browser reports a network. Believed until an answer proves the opposite. */
export function connectionState(hears: boolean): Connection {
  if (current === 'foreign') return 'portal'
  return current === 'answers' && (hears || isProven) ? 'online' : 'offline'
}

export function watchConnectivity(changed: () => void): () => void {
  listeners.add(changed)
  return () => listeners.delete(changed)
}

/** Calls `isBack` when the server becomes reachable again. */
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
