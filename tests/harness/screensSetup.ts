import 'fake-indexeddb/auto'
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach } from 'vitest'
import { currentSnackbar, dismissSnackbar } from '#ui/feedback/snackbar.ts'

// What a browser has and jsdom does not: nothing of ours is replaced by this.
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

// How long a screen may take on a busy machine; what is there sooner is seen sooner.
configure({ asyncUtilTimeout: 8_000 })

// Two of a list under one key: React would show one of them twice, or not at all.
const { error } = console
let twins: string | undefined
console.error = (...said: unknown[]) => {
  if (String(said[0]).includes('two children with the same key')) twins = said.map(String).join(' ')
  error(...said)
}
afterAll(() => {
  console.error = error
})

afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  // One window for many files: whoever looks for “undo” must not find that of the file before.
  const notice = currentSnackbar()
  if (notice) dismissSnackbar(notice.id)
  const found = twins
  twins = undefined
  if (found !== undefined) throw new Error(found)
})
