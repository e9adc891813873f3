import { expect, test } from 'vitest'
import { ignoring } from '#server/platform/reportError.ts'
import { catchLog } from '#tests/harness/serverLog.ts'

test('ignores expected codes and names, and logs every other error with its context', () => {
  const log = catchLog()
  const ignore = ignoring('removing a draft', 'ENOENT', 'AbortError')
  expect(ignore(Object.assign(new Error('missing'), { code: 'ENOENT' }))).toBeUndefined()
  expect(ignore(new DOMException('stopped', 'AbortError'))).toBeUndefined()
  expect(log.lines()).toEqual([])
  const bug = new TypeError('not a function')
  expect(ignore(bug)).toBeUndefined()
  const error = expect.stringMatching(/^TypeError: not a function\n\s+at .*serverReportError\.test\.ts/)
  expect(log.lines()).toMatchObject([{ level: 'error', msg: 'removing a draft failed', error }])
})
