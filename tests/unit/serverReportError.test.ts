import { expect, test, vi } from 'vitest'
import { ignoring } from '#server/platform/reportError.ts'

test('ignores expected codes and names, and logs every other error with its context', () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const ignore = ignoring('removing a draft', 'ENOENT', 'AbortError')
  expect(ignore(Object.assign(new Error('missing'), { code: 'ENOENT' }))).toBeUndefined()
  expect(ignore(new DOMException('stopped', 'AbortError'))).toBeUndefined()
  expect(log).not.toHaveBeenCalled()
  const bug = new TypeError('not a function')
  expect(ignore(bug)).toBeUndefined()
  const frame = expect.stringMatching(/^TypeError: not a function\n\s+at .*serverReportError\.test\.ts/)
  expect(log.mock.calls).toEqual([['removing a draft failed:', frame]])
  log.mockRestore()
})
