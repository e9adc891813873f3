import 'fake-indexeddb/auto'
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach } from 'vitest'
import { resetConnectivity } from '#tests/harness/browser/browserOnline.ts'
import { currentSnackbar, dismissSnackbar } from '#ui/feedback/snackbar.ts'
import './frames.ts'

// Browser APIs that jsdom lacks. Code of this repository is not replaced.
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
}
window.scrollTo = () => undefined
Element.prototype.scrollIntoView ??= () => undefined
window.matchMedia ??= (media) =>
  ({
    media,
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }) as unknown as MediaQueryList

// Allows for a busy machine; queries resolve as soon as the element exists.
configure({ asyncUtilTimeout: 8_000 })

// Fails a test that renders two list items under one key: React would show one of them twice or not at all.
const { error } = console
let twins: string | undefined
console.error = (...said: unknown[]) => {
  if (String(said[0]).includes('two children with the same key')) twins = said.map(String).join(' ')
  error(...said)
}
afterAll(() => {
  console.error = error
  resetConnectivity()
})

afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  // Test files share a window: the next file must not find this snackbar's undo button.
  const notice = currentSnackbar()
  if (notice) dismissSnackbar(notice.id)
  const found = twins
  twins = undefined
  if (found !== undefined) throw new Error(found)
})
