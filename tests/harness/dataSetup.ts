import 'fake-indexeddb/auto'
import { afterEach } from 'vitest'

// The data tests of a worker share one window: a draft left in web storage would reach the next file.
afterEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})
