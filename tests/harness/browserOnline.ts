/** The browser's own word on the network, a hint that screens go by; what requests meet with is the device's `weather`. */
export function sayOnline(online: boolean) {
  Object.defineProperty(navigator, 'onLine', { value: online, configurable: true })
  window.dispatchEvent(new Event(online ? 'online' : 'offline'))
}
