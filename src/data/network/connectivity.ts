/**
 * Whether the server can be reached, independent of the browser's online state. `foreign`: a captive portal answers
 * instead.
 */
export type Reachability = 'answers' | 'silent' | 'foreign'

/** The connection as shown to the user. `serverDown`: the browser reports a network, and the server does not answer. */
export type Connection = 'online' | 'offline' | 'serverDown' | 'portal'

/** Creates the record of one page's or worker's connection to the server. */
export function createConnectivity() {
  let current: Reachability = 'answers'
  /** The server answered while the browser reported offline: ignore the browser until its next offline event. */
  let isProven = false
  const listeners = new Set<() => void>()

  function update(to: Reachability, proven: boolean) {
    if (current === to && isProven === proven) return
    current = to
    isProven = proven
    for (const listener of listeners) listener()
  }

  /** Records that the server answered, with any status. */
  function markReachable() {
    update('answers', isProven)
  }

  /** Records that the server did not answer. */
  function markUnreachable() {
    // A known captive portal stays until the next probe.
    update(current === 'foreign' ? 'foreign' : 'silent', false)
  }

  /** Records the result of a probe. */
  function setReachability(found: Reachability) {
    update(found, found === 'answers')
  }

  /** Records the browser's offline event, which invalidates earlier evidence. */
  function markBrowserOffline() {
    update(current, false)
  }

  const serverReachability = (): Reachability => current
  const isServerUnreachable = (): boolean => current !== 'answers'

  /** `isOnline`: the browser reports a network. Believed until an answer proves the opposite. */
  function connectionState(isOnline: boolean): Connection {
    if (current === 'foreign') return 'portal'
    if (current === 'silent' && isOnline) return 'serverDown'
    return current === 'answers' && (isOnline || isProven) ? 'online' : 'offline'
  }

  function watchConnectivity(changed: () => void): () => void {
    listeners.add(changed)
    return () => listeners.delete(changed)
  }

  /** Calls `reconnected` when the server becomes reachable again. */
  function watchReconnect(reconnected: () => void): () => void {
    const isOnline = () => connectionState(navigator.onLine) === 'online'
    let wasOnline = isOnline()
    return watchConnectivity(() => {
      const before = wasOnline
      wasOnline = isOnline()
      if (wasOnline && !before) reconnected()
    })
  }

  return {
    ...{ markReachable, markUnreachable, setReachability, markBrowserOffline },
    ...{ serverReachability, isServerUnreachable, connectionState, watchConnectivity, watchReconnect },
  }
}

/** The connectivity of this page or worker. */
export const {
  markReachable,
  markUnreachable,
  setReachability,
  markBrowserOffline,
  serverReachability,
  isServerUnreachable,
  connectionState,
  watchConnectivity,
  watchReconnect,
} = createConnectivity()
