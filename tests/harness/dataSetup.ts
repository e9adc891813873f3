import 'fake-indexeddb/auto'
import { afterEach } from 'vitest'

// Data tests share a window: web storage would reach the next file.
afterEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})
