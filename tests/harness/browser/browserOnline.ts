import { markReachable, setReachability } from '#data/network/connectivity.ts'

/** Sets navigator.onLine and dispatches its event. Screens use it as a hint; requests follow `TestDevice.network`. */
export function setOnLine(online: boolean) {
  Object.defineProperty(navigator, 'onLine', { value: online, configurable: true })
  window.dispatchEvent(new Event(online ? 'online' : 'offline'))
}

/** Forgets what was found out about the connection, as a new page does. Test files share the page's record of it. */
export function resetConnectivity() {
  setReachability('silent')
  markReachable()
}
