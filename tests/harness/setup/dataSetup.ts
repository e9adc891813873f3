import 'fake-indexeddb/auto'
import { afterEach } from 'vitest'
import './frames.ts'

afterEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})
