import { eq, isNotNull, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { addPeriodicJobs, leaseJobs } from '#server/database/jobQueue.ts'
import { passwordResets } from '#server/database/schema/access.ts'
import { jobs } from '#server/database/schema/jobs.ts'
import { TASK_NAMES } from '#server/jobs/housekeeping.ts'
import { type JobKind, runJobs } from '#server/jobs/runJobs.ts'
import { letterJob } from '#server/jobs/sendLetter.ts'
import { startJobs } from '#server/jobs/startJobs.ts'
import { LETTER_JOB, sendLater } from '#server/notifications/mail/letters.ts'
import type { MailMessage } from '#server/notifications/mail/message.ts'
import { openFolder } from '#server/storage/folderStorage.ts'
import { databaseKinds, type Member, startServer, TEST_SETTINGS, type TestServer } from '#tests/harness/server.ts'
import { catchLog } from '#tests/harness/serverLog.ts'
import { within } from '#tests/harness/within.ts'

const MINUTE = 60_000
const DAY = 86_400_000
const INTERVAL = 10 * MINUTE

describe.each(databaseKinds)('on %s', (kind) => {
  let server: TestServer
  let log: ReturnType<typeof catchLog>
  beforeEach(async () => {
    server = await startServer({ database: kind })
    log = catchLog()
  })
  afterEach(() => server.close())

  const context = () => ({ database: server.database, clock: server.now })
  const rows = () => server.database.select().from(jobs)

  describe('periodic jobs', () => {
    let runs: string[]
    let failing: string | undefined
    const kindOf = (name: string): JobKind => ({
      interval: INTERVAL,
      async run() {
        runs.push(name)
        if (name === failing) throw new Error('no')
      },
    })
    const kinds = { first: kindOf('first'), second: kindOf('second'), third: kindOf('third') }
    const run = () => runJobs(context(), kinds, { jobsMax: 1 })
    beforeEach(async () => {
      runs = []
      failing = undefined
      const intervals = { first: INTERVAL, second: INTERVAL, third: INTERVAL }
      await Promise.all([addPeriodicJobs(context(), intervals), addPeriodicJobs(context(), intervals)])
    })

    test('run once per interval, however many processes look for them', async () => {
      await Promise.all([run(), run(), run()])
      expect(runs).toEqual([])
      for (let nth = 1; nth <= 2; nth++) {
        server.pass(INTERVAL)
        await Promise.all([run(), run(), run()])
        expect(runs).toHaveLength(3 * nth)
      }
      expect(new Set(runs.slice(3))).toEqual(new Set(['first', 'second', 'third']))
    })

    test('that fail stop no others, are logged, and are run again after longer and longer pauses', async () => {
      failing = 'first'
      server.pass(INTERVAL)
      await run()
      expect(runs.toSorted()).toEqual(['first', 'second', 'third'])
      expect(log.lines()).toMatchObject([{ level: 'error', msg: 'The job first failed and is run again' }])
      const attempts = () => runs.filter((name) => name === 'first').length
      for (const [nth, pause] of [30_000, 60_000, 120_000].entries()) {
        server.pass(pause - 5_000)
        await run()
        expect(attempts()).toBe(nth + 1)
        server.pass(5_000)
        await run()
        expect(attempts()).toBe(nth + 2)
      }
      failing = undefined
      server.pass(240_000)
      await run()
      expect(attempts()).toBe(5)
      const [row] = await server.database.select().from(jobs).where(eq(jobs.kind, 'first'))
      expect(row).toMatchObject({ failures: 0 })
    })

    test('of a killed process are run by another one when the lease has ended', async () => {
      server.pass(INTERVAL)
      expect(await leaseJobs(context(), Object.keys(kinds), 1)).toHaveLength(1)
      await run()
      expect(runs).toHaveLength(2)
      server.pass(MINUTE)
      await run()
      expect(runs).toHaveLength(3)
    })

    test('that take long keep their lease', async () => {
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
      try {
        let end: () => void = () => undefined
        const slow = {
          first: {
            interval: INTERVAL,
            run: () =>
              new Promise<void>((done) => {
                end = done
              }),
          },
        }
        server.pass(INTERVAL)
        const running = runJobs(context(), slow, { jobsMax: 1 })
        const first = async () => (await server.database.select().from(jobs).where(eq(jobs.kind, 'first')))[0]
        await vi.waitFor(async () => expect((await first())?.dueAt.getTime()).toBeGreaterThan(server.now().getTime()))
        server.pass(50_000)
        const leased = (await first())?.dueAt.getTime() ?? 0
        vi.advanceTimersByTime(20_000)
        await vi.waitFor(async () => expect((await first())?.dueAt.getTime()).toBeGreaterThan(leased + 40_000))
        end()
        await running
      } finally {
        vi.useRealTimers()
      }
    })

    test('that a wrong clock has scheduled for another day run now', async () => {
      await server.database.update(jobs).set({ dueAt: new Date(server.now().getTime() + DAY) })
      await run()
      expect(runs).toHaveLength(3)
    })
  })

  test('a task that fails does not keep the others from their work', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const stop = await startJobs(
      { ...context(), settings: TEST_SETTINGS, storage: openFolder('') },
      server,
      async () => undefined,
    )
    const names = (await rows()).map(({ kind }) => kind)
    expect(names.toSorted()).toEqual(TASK_NAMES.toSorted())
    server.pass(INTERVAL)
    await server.database.execute(sql`alter table throttles rename to hidden`)
    vi.advanceTimersByTime(30_000)
    try {
      await expect
        .poll(async () => (await rows()).filter(({ since }) => since > server.now()).length, { timeout: 30_000 })
        .toBe(names.length - 1)
    } finally {
      await stop()
      await server.database.execute(sql`alter table hidden rename to throttles`)
    }
    expect(log.lines()).toMatchObject([{ msg: 'The job deleteExpiredThrottles failed and is run again' }])
  })

  describe('letters', () => {
    let member: Member
    let carried: MailMessage[]
    let failure: Error | undefined
    const transport = async (message: MailMessage) => {
      if (failure) throw failure
      carried.push(message)
    }
    const send = () => runJobs(context(), { [LETTER_JOB]: letterJob(context(), transport) }, { jobsMax: 5 })
    const forget = (email: string) => server.createGuest().post('/api/forgot-password', { email })
    const waiting = () => server.database.$count(jobs, isNotNull(jobs.facts))
    beforeEach(async () => {
      member = await server.createUser()
      carried = []
      failure = undefined
    })

    test('are stored without a link, and sent once by concurrent processes', async () => {
      await forget(member.email)
      const [row] = await rows()
      expect(row?.facts).toEqual({ about: 'reset', to: member.email, origin: expect.stringMatching(/^http/) })
      expect(await server.database.$count(passwordResets)).toBe(0)
      await Promise.all([send(), send(), send()])
      expect(carried.map(({ to }) => to)).toEqual([member.email])
      expect(carried[0]?.text).toMatch(/reset-password\/[\w-]{43}\?/)
      expect(await waiting()).toBe(0)
    })

    test('to unknown addresses are not written', async () => {
      await forget('nobody@parde.example')
      await send()
      expect(carried).toEqual([])
      expect(await waiting()).toBe(0)
    })

    test('are not sent if the change was rolled back', async () => {
      const changing = server.database.transaction(async (transaction) => {
        await sendLater(
          { ...context(), database: transaction },
          { about: 'changedPassword', to: member.email, origin: 'http://localhost' },
        )
        throw new Error('refused')
      })
      await expect(changing).rejects.toThrow('refused')
      await send()
      expect(carried).toEqual([])
    })

    test('are sent again after a failure, also by a later process, and dropped after a day', async () => {
      for (const end of ['sent', 'dropped']) {
        await forget(member.email)
        failure = new Error('greylisted')
        await send()
        server.pass(30_000)
        if (end === 'sent') failure = undefined
        await send()
        expect(await waiting()).toBe(end === 'sent' ? 0 : 1)
      }
      expect(carried).toHaveLength(1)
      server.pass(DAY)
      await send()
      expect(await waiting()).toBe(0)
      expect(log.lines().at(-1)).toMatchObject({ msg: 'A mail could not be sent' })
    })

    test('that the mail server refuses for good are dropped at once', async () => {
      failure = Object.assign(new Error('no such mailbox'), { responseCode: 550 })
      await forget(member.email)
      await send()
      expect(await waiting()).toBe(0)
      expect(log.lines()).toMatchObject([{ msg: 'A mail could not be sent' }])
    })

    test('are sent soon after the call, and a mail server that hangs does not hold up the end of the process', async () => {
      // The letter that hangs would renew its lease for as long as this process lives.
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
      onTestFinished(() => void vi.useRealTimers())
      const jobContext = { ...context(), settings: TEST_SETTINGS, storage: openFolder('') }
      const stop = await startJobs(jobContext, server, transport)
      await forget(member.email)
      await expect.poll(() => carried.length, { timeout: 10_000 }).toBe(1)
      await stop()

      const hanging = vi.fn(() => new Promise<void>(() => undefined))
      const stopHanging = await startJobs(jobContext, server, hanging)
      await forget(member.email)
      await expect.poll(() => hanging.mock.calls.length, { timeout: 10_000 }).toBe(1)
      expect(
        await within(
          8_000,
          stopHanging().then(() => 'stopped'),
        ),
      ).toBe('stopped')
      server.pass(MINUTE)
      await send()
      expect(carried).toHaveLength(2)
    })

    test('under way are sent before the process stops, and no others', async () => {
      let end: () => void = () => undefined
      const slow = vi.fn(
        () =>
          new Promise<void>((done) => {
            end = done
          }),
      )
      const stop = await startJobs({ ...context(), settings: TEST_SETTINGS, storage: openFolder('') }, server, slow)
      await forget(member.email)
      await expect.poll(() => slow.mock.calls.length, { timeout: 10_000 }).toBe(1)
      const stopped = stop()
      await forget(member.email)
      end()
      await stopped
      expect(slow).toHaveBeenCalledTimes(1)
      expect(await waiting()).toBe(1)
    })
  })
})
