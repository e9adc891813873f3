import { expect, test } from 'vitest'
import { log, readableLine } from '#server/platform/log.ts'
import { reportError } from '#server/platform/reportError.ts'
import { catchLog } from '#tests/harness/serverLog.ts'

test('a terminal gets the time, the message, the facts and the error of a line', () => {
  const caught = catchLog()
  log.info({ route: '/api/user', status: 503 }, 'Call')
  reportError('A mail could not be sent', new Error('refused'), '01890a5d')
  const [call = '', failed = ''] = caught.text().split('\n').filter(Boolean).map(readableLine)
  expect(call).toMatch(/^ {2}\d\d:\d\d:\d\d Call route=\/api\/user status=503\n$/)
  expect(failed).toMatch(
    /^ {2}\d\d:\d\d:\d\d error A mail could not be sent requestId=01890a5d\n {4}Error: refused\n {8}at /,
  )
})

test('the level decides which lines are written', () => {
  const caught = catchLog('warn')
  log.info('Stopping')
  log.warn('A warning')
  expect(caught.lines()).toMatchObject([{ level: 'warn', msg: 'A warning' }])
})
