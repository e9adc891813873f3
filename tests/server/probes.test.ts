import { beforeEach, expect, test, vi } from 'vitest'
import { createProbes, type Probes } from '#server/http/probes.ts'
import { catchLog } from '#tests/harness/serverLog.ts'
import { within } from '#tests/harness/within.ts'

/** A process counts as not ready at the latest after this, in ms. */
const NOTICED = 5_000

let log: ReturnType<typeof catchLog>
beforeEach(() => {
  log = catchLog()
})

async function ask(probes: Probes, path = '/api/ready', method = 'GET') {
  const response = await within(NOTICED, probes.answer(new Request(`http://parde.example${path}`, { method })))
  if (!response) return undefined
  const body: { status: string } = await response.json()
  expect(response.status).toBe(['ready', 'live'].includes(body.status) ? 200 : 503)
  return body
}

test('a process is live from the start, and ready while it runs and each check passes', async () => {
  const probes = createProbes()
  expect(await ask(probes, '/api/live')).toEqual({ status: 'live' })
  expect(await ask(probes)).toEqual({ status: 'not ready', reasons: ['starting'] })
  let failure: Error | undefined
  const database = async () => {
    if (failure) throw failure
  }
  probes.started({ database, storage: async () => undefined })
  expect(await ask(probes)).toEqual({ status: 'ready' })

  failure = new Error('connection refused')
  await expect.poll(() => ask(probes), { timeout: NOTICED }).toEqual({ status: 'not ready', reasons: ['database'] })
  expect(await ask(probes, '/api/live')).toEqual({ status: 'live' })
  failure = undefined
  await expect.poll(() => ask(probes), { timeout: NOTICED }).toEqual({ status: 'ready' })
  expect(log.lines()).toMatchObject([
    { msg: 'Not ready (database)', error: expect.stringContaining('connection refused') },
  ])

  probes.stopping()
  expect(await ask(probes)).toEqual({ status: 'not ready', reasons: ['stopping'] })
})

test('a check that does not end makes the process not ready, and is not begun again by further probes', async () => {
  const probes = createProbes()
  const check = vi.fn(() => new Promise<void>(() => undefined))
  probes.started({ database: check })
  const answers = await Promise.all(Array.from({ length: 50 }, () => ask(probes)))
  expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toHaveLength(1)
  expect(answers[0]).toEqual({ status: 'not ready', reasons: ['database'] })
  expect(await ask(probes)).toMatchObject({ reasons: ['database'] })
  expect(check).toHaveBeenCalledTimes(1)
})

test('only reads of the two paths are answered', async () => {
  const probes = createProbes()
  expect(await ask(probes, '/api/ready', 'POST')).toBeUndefined()
  expect(await ask(probes, '/api/health')).toBeUndefined()
})
