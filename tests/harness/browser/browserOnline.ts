/** Sets navigator.onLine and dispatches its event. Screens use it as a hint; requests follow `TestDevice.network`. */
export function setOnLine(online: boolean) {
  Object.defineProperty(navigator, 'onLine', { value: online, configurable: true })
  window.dispatchEvent(new Event(online ? 'online' : 'offline'))
}
