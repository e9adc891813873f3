import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { v7 as uuid } from 'uuid'
import { beforeEach, describe, expect, test } from 'vitest'
import { FLAGS_MAX, type HistoryItem } from '#contract/history.ts'
import { writeFlags } from '#server/areas/history.ts'
import { episodes, titles } from '#server/database/schema/catalogue.ts'
import { watchedFlags } from '#server/database/schema/personal.ts'
import { device, member, phone, server, setUpMember } from '#tests/harness/fixtures/memberDevices.ts'
import { createMutationClient } from '#tests/harness/fixtures/mutationClient.ts'
import { schedules } from '#tests/harness/fixtures/schedules.ts'
import { runHousekeeping } from '#tests/harness/housekeeping.ts'
import { databaseKinds } from '#tests/harness/server.ts'

const SECOND = 1000
const MINUTE = 60_000
const HOUR = 3_600_000
const DAY = 86_400_000
/** For tests with many runs on a slow machine. */
const PROPERTY = { timeout: 180_000 }

describe.each(databaseKinds)('watched flags on %s', (database) => {
  setUpMember(database)
  let film: number
  let series: number
  let parts: number[]
  beforeEach(async () => {
    const isFilm = eq(titles.type, 'movie')
    const [first] = await server.database.select().from(titles).where(isFilm).orderBy(titles.id).limit(1)
    film = first?.id ?? 0
    const { rows } = await server.database.execute<{ title: number; ids: (number | string)[] }>(sql`
      select title_id as title, (array_agg(id order by id))[1:6] as ids from ${episodes}
      group by title_id having count(*) >= 6 order by title_id limit 1`)
    series = rows[0]?.title ?? 0
    parts = (rows[0]?.ids ?? []).map(Number)
  })

  const at = (position: number, more: object = {}) => ({ position, duration: 6000, ...more })
  const part = (index: number) => ({ episodeId: parts[index] ?? 0 })
  const filmFlag = (watched: boolean | null) => [{ episodeId: null, watched }]
  const partFlag = (index: number, watched: boolean | null) => [{ ...part(index), watched }]
  const list = async (): Promise<HistoryItem[]> => (await member.get('/api/user/history?per_page=100')).json.data
  const since = async (cursor = '') => (await member.get(`/api/user/history?since=${cursor}`)).json
  /** The flags of the series by the index of the episode. */
  const flagsOf = (item: HistoryItem) =>
    Object.fromEntries(item.flags.map(({ episodeId, watched }) => [parts.indexOf(episodeId ?? 0), watched]))
  const expectAge = (time: string | null | undefined, age: number) =>
    expect(Math.abs(server.now().getTime() - age - Date.parse(time ?? ''))).toBeLessThan(10 * SECOND)
  const storedFlags = async () => (await server.database.select().from(watchedFlags)).length

  test('marks a film as watched at the time of the mutation, although nothing was played', async () => {
    const { json } = await device.flag(film, filmFlag(true), { age: HOUR })
    const { flaggedAt } = json.data.flags[0]
    expect(json).toMatchObject({
      result: 'applied',
      data: { titleId: film, title: { id: film }, position: 0, duration: 0, fileId: null, episodeId: null, version: 1 },
    })
    expect(json.data).toMatchObject({ watchedAt: flaggedAt, playedAt: null, episodes: [], hidden: false })
    expect(json.data.flags).toEqual([{ episodeId: null, watched: true, flaggedAt }])
    expectAge(flaggedAt, HOUR)
    expect(await list()).toEqual([json.data])
  })

  test('marks an episode and leaves its position as it is', async () => {
    const before = (await device.watch(series, at(100, part(0)), { age: 2 * HOUR })).json.data
    const { json } = await phone.flag(series, partFlag(1, true), { age: HOUR })
    expect(flagsOf(json.data)).toEqual({ 1: true })
    expect(json.data).toMatchObject({ ...part(0), position: 100, playedAt: before.playedAt })
    expect(json.data.episodes).toEqual(before.episodes)
    expectAge(json.data.watchedAt, HOUR)
  })

  test('marks all episodes of a season in one call', async () => {
    const flags = parts.map((episodeId) => ({ episodeId, watched: true }))
    const { json } = await device.flag(series, flags)
    expect(flagsOf(json.data)).toEqual(Object.fromEntries(parts.map((_, index) => [index, true])))
    expect(new Set(json.data.flags.map(({ flaggedAt }: { flaggedAt: string }) => flaggedAt)).size).toBe(1)
    expect(json.data.version).toBe(1)
  })

  test('keeps a flag when an older position of another device arrives, and delivers both', async () => {
    await device.watch(film, at(10), { age: 3 * HOUR })
    await device.flag(film, filmFlag(false), { age: HOUR })
    const { json } = await phone.watch(film, at(5900), { age: 2 * HOUR })
    expect(json).toMatchObject({ result: 'applied', data: { position: 5900, flags: filmFlag(false) } })
    expectAge(json.data.playedAt, 2 * HOUR)
    expectAge(json.data.watchedAt, 2 * HOUR)
    expectAge(json.data.flags[0].flaggedAt, HOUR)
    expect((await since()).data).toEqual([json.data])
  })

  test('delivers a newer position with the older flag and both times', async () => {
    await device.flag(film, filmFlag(true), { age: 2 * HOUR })
    const { json } = await phone.watch(film, at(30), { age: HOUR })
    expect(json.data).toMatchObject({ position: 30, flags: filmFlag(true) })
    expectAge(json.data.playedAt, HOUR)
    expectAge(json.data.watchedAt, HOUR)
    expectAge(json.data.flags[0].flaggedAt, 2 * HOUR)
  })

  test('orders the list by the latest of marks and true flags, not by other flags', async () => {
    await device.watch(film, at(10), { age: 3 * HOUR })
    await device.flag(series, partFlag(0, true), { age: 2 * HOUR })
    await device.flag(film, filmFlag(false), { age: HOUR })
    expect((await list()).map(({ titleId }) => titleId)).toEqual([series, film])
    await device.flag(film, filmFlag(true))
    expect((await list()).map(({ titleId }) => titleId)).toEqual([film, series])
  })

  describe('tombstones', () => {
    test.each([null, false])('returns a tombstone when the only flag becomes %s', async (watched) => {
      await device.flag(film, filmFlag(true), { age: HOUR })
      const start = await since()
      const { json } = await phone.flag(film, filmFlag(watched))
      expect(json).toEqual({ result: 'applied', data: { titleId: film, deleted: true, version: 2 } })
      expect((await since(start.meta.cursor)).data).toEqual([json.data])
      expect(await list()).toEqual([])
    })

    test('restores the item as it was when a flag is removed again', async () => {
      const { data: before } = (await device.watch(film, at(100), { age: HOUR })).json
      await device.flag(film, filmFlag(true))
      const { json } = await device.flag(film, filmFlag(null))
      expect(json.data).toEqual({ ...before, version: 3 })
    })

    test('rejects an older change after the flag was removed', async () => {
      await device.flag(film, filmFlag(true), { age: 3 * HOUR })
      await device.flag(film, filmFlag(null), { age: HOUR })
      const late = await phone.flag(film, filmFlag(true), { age: 2 * HOUR })
      expect(late.json).toEqual({ result: 'stale', data: { titleId: film, deleted: true, version: 2 } })
    })

    test('delivers a flag that says not watched once something was played', async () => {
      expect((await device.flag(film, filmFlag(false), { age: HOUR })).json.data).toMatchObject({ deleted: true })
      const { json } = await phone.watch(film, at(100), { age: 2 * HOUR })
      expect(json.data).toMatchObject({ position: 100, flags: filmFlag(false) })
    })

    test('are deleted with their flags after ninety days', async () => {
      await device.flag(film, filmFlag(false))
      server.pass(91 * DAY)
      await runHousekeeping({ database: server.database, clock: server.now })
      expect(await storedFlags()).toBe(0)
    })
  })

  test('returns each flag once in the delta', async () => {
    const start = await since()
    const { json } = await device.flag(series, partFlag(0, true))
    const pulled = await since(start.meta.cursor)
    expect(pulled.data).toEqual([json.data])
    expect((await since(pulled.meta.cursor)).data).toEqual([])
    await device.flag(series, partFlag(0, false), { age: HOUR, seq: 1 })
    expect((await since(pulled.meta.cursor)).data).toEqual([])
  })

  test('replays the first answer to a repeated key', async () => {
    const sending = { key: uuid(), seq: 1 }
    const first = await device.flag(film, filmFlag(true), sending)
    await device.flag(film, filmFlag(false), { seq: 2 })
    expect((await device.flag(film, filmFlag(true), sending)).json).toEqual({ ...first.json, result: 'replayed' })
    expect(await list()).toEqual([])
  })

  test('sends flags in a batch', async () => {
    const sent = { key: uuid(), seq: 1, age: 0, method: 'POST', path: `/api/user/history/${film}/watched` }
    const { json } = await device.batch([{ ...sent, body: { flags: filmFlag(true) } }])
    expect(json.data).toMatchObject([{ status: 200, body: { result: 'applied', data: { flags: filmFlag(true) } } }])
  })

  test('shows a hidden title again after a later true flag, not after another', async () => {
    await device.watch(series, at(100, part(0)), { age: 3 * HOUR })
    await device.hide(series, true, { age: 2 * HOUR })
    expect((await device.flag(series, partFlag(0, false), { age: HOUR })).json.data.hidden).toBe(true)
    expect((await device.flag(series, partFlag(0, true))).json.data.hidden).toBe(false)
  })

  describe('merging', () => {
    test('answers stale to an older flag of another device and changes nothing', async () => {
      const { data } = (await device.flag(film, filmFlag(true), { age: HOUR })).json
      expect((await phone.flag(film, filmFlag(false), { age: 2 * HOUR })).json).toEqual({ result: 'stale', data })
      expect((await phone.flag(film, filmFlag(false), { age: SECOND })).json.result).toBe('applied')
    })

    test('merges the flags of a call one by one', async () => {
      await device.flag(series, partFlag(0, false), { age: HOUR })
      const flags = [...partFlag(0, true), ...partFlag(1, true)]
      const { json } = await phone.flag(series, flags, { age: 2 * HOUR })
      expect(json.result).toBe('applied')
      expect(flagsOf(json.data)).toEqual({ 0: false, 1: true })
    })

    test("orders a device's flags of one episode by sequence when network delays distort their times", async () => {
      await device.flag(series, partFlag(0, false), { seq: 8, age: HOUR })
      await device.flag(series, partFlag(1, true), { seq: 9, age: 0 })
      const late = await device.flag(series, [...partFlag(0, true), ...partFlag(2, true)], { seq: 7, age: 10 * MINUTE })
      expect(flagsOf(late.json.data)).toEqual({ 0: false, 1: true, 2: true })
      expect((await device.flag(series, partFlag(0, true), { seq: 6, age: 0 })).json.result).toBe('stale')
    })

    test('leaves positions that a later one carries past a flag at their own times', async () => {
      await device.flag(series, partFlag(0, true), { age: 2 * MINUTE })
      const carried = { ...part(0), ...at(300), age: 4 * MINUTE }
      const { json } = await device.watch(series, { ...part(1), ...at(600), earlier: [carried] }, { age: MINUTE })
      const mark = (json.data as HistoryItem).episodes.find(({ episodeId }) => episodeId === parts[0])
      expectAge(mark?.watchedAt, 5 * MINUTE)
    })

    test('prefers watched, then not watched, at equal times', async () => {
      await device.hide(film, true)
      const orders = [
        [true, false, null],
        [true, null, false],
        [false, true, null],
        [false, null, true],
        [null, true, false],
        [null, false, true],
      ]
      for (const order of orders) {
        const flaggedAt = server.now()
        const flag = { userId: member.id, titleId: film, episodeId: 0, flaggedAt }
        for (const watched of order) await writeFlags(server.database, [{ ...flag, watched }])
        expect(await server.database.select().from(watchedFlags)).toEqual([{ ...flag, watched: true }])
        const later = { ...flag, flaggedAt: new Date(flaggedAt.getTime() + 1) }
        for (const watched of order.filter((value) => value !== true))
          await writeFlags(server.database, [{ ...later, watched }])
        expect(await server.database.select().from(watchedFlags)).toEqual([{ ...later, watched: false }])
        await server.database.delete(watchedFlags)
      }
    })

    test('leads to the same row for any order and repetition of mutations', PROPERTY, async () => {
      type Kind = 'watch' | 'remove' | 'true' | 'false' | 'null'
      interface Step {
        kind: Kind
        what: number
        by: number
        minutesAgo: number
      }
      const stepArbitrary: fc.Arbitrary<Step> = fc.record({
        kind: fc.constantFrom<Kind>('watch', 'watch', 'remove', 'true', 'true', 'false', 'null'),
        /** index of the episode */
        what: fc.integer({ min: 0, max: 1 }),
        by: fc.integer({ min: 0, max: 2 }),
        minutesAgo: fc.integer({ min: 1, max: 40_000 }),
      })
      await fc.assert(
        fc.asyncProperty(schedules(stepArbitrary), async ({ mutations: steps, orders }) => {
          // Stays below the hourly limit of registrations.
          server.pass(HOUR)
          const now = server.now().getTime()
          for (const order of orders) {
            const one = await server.createUser()
            const devices = [createMutationClient(one), createMutationClient(one), createMutationClient(one)]
            for (const { kind, what, by, minutesAgo } of order) {
              const seq = 1 + steps.filter((other) => other.by === by && other.minutesAgo > minutesAgo).length
              const sending = { seq, age: server.now().getTime() - (now - minutesAgo * MINUTE) }
              const client = devices[by]
              if (kind === 'remove') await client?.unwatch(series, sending)
              else if (kind === 'watch') await client?.watch(series, at(minutesAgo, part(what)), sending)
              else await client?.flag(series, partFlag(what, JSON.parse(kind)), sending)
            }
            const items: HistoryItem[] = (await one.get('/api/user/history')).json.data
            expect(items.map((item) => inMinutes(item, now))).toEqual(expectedOf(steps))
            const rows = (await one.get('/api/user/history?since=')).json.data
            expect(rows.filter((row: { deleted?: boolean }) => !row.deleted)).toEqual(items)
          }
        }),
        { numRuns: database === 'pglite' ? 15 : 40 },
      )

      /** Times of one mutation differ by the duration of the requests. */
      function inMinutes(item: HistoryItem, now: number) {
        const ago = (time: string) => Math.round((now - Date.parse(time)) / MINUTE)
        const index = (episodeId: number | null) => parts.indexOf(episodeId ?? 0)
        return {
          watched: ago(item.watchedAt),
          played: item.playedAt == null ? null : ago(item.playedAt),
          marks: item.episodes.map(({ episodeId, watchedAt }) => [index(episodeId), ago(watchedAt)]),
          flags: item.flags.map(({ episodeId, watched, flaggedAt }) => [index(episodeId), watched, ago(flaggedAt)]),
        }
      }

      /** The expected item: the latest position and flag of each episode after the last removal. */
      function expectedOf(steps: Step[]) {
        const removed = Math.min(...steps.flatMap(({ kind, minutesAgo }) => (kind === 'remove' ? minutesAgo : [])), 1e9)
        const left = steps
          .filter(({ kind, minutesAgo }) => kind !== 'remove' && minutesAgo < removed)
          .toSorted((one, other) => one.what - other.what || one.minutesAgo - other.minutesAgo)
        const latestOf = (rows: Step[]) =>
          rows.filter((one, index) => rows.findIndex(({ what }) => what === one.what) === index)
        const marks = latestOf(left.filter(({ kind }) => kind === 'watch'))
        const flags = latestOf(left.filter(({ kind }) => kind !== 'watch'))
        const times = [...marks, ...flags.filter(({ kind }) => kind === 'true')].map(({ minutesAgo }) => minutesAgo)
        if (times.length === 0) return []
        return [
          {
            watched: Math.min(...times),
            played: marks.length > 0 ? Math.min(...marks.map(({ minutesAgo }) => minutesAgo)) : null,
            marks: marks.map(({ what, minutesAgo }) => [what, minutesAgo]),
            flags: flags
              .filter(({ kind }) => kind !== 'null')
              .map(({ kind, what, minutesAgo }) => [what, kind === 'true', minutesAgo]),
          },
        ]
      }
    })
  })

  describe('removal from the history', () => {
    test('removes flags up to its time and keeps later ones', async () => {
      await device.flag(series, partFlag(0, true), { age: 4 * HOUR })
      await device.flag(series, partFlag(1, true), { age: HOUR })
      const { json } = await phone.unwatch(series, { age: 2 * HOUR })
      expect(json.result).toBe('applied')
      expect(flagsOf(json.data)).toEqual({ 1: true })
      expect(await storedFlags()).toBe(1)
    })

    test('follows the sequence of one device when network delays distort its times', async () => {
      await device.unwatch(film, { seq: 2, age: MINUTE })
      expect((await device.flag(film, filmFlag(true), { seq: 1, age: 0 })).json.data).toMatchObject({ deleted: true })
      await device.flag(series, partFlag(0, true), { seq: 3, age: 0 })
      expect((await device.unwatch(series, { seq: 4, age: MINUTE })).json.data).toMatchObject({ deleted: true })
    })

    test('rejects older flags that arrive later and accepts newer ones', async () => {
      expect((await device.unwatch(film, { age: HOUR })).json.data).toMatchObject({ deleted: true })
      const late = await phone.flag(film, filmFlag(true), { age: 2 * HOUR })
      expect(late.json).toMatchObject({ result: 'stale', data: { deleted: true } })
      expect((await phone.flag(film, filmFlag(true))).json).toMatchObject({
        result: 'applied',
        data: { flags: filmFlag(true) },
      })
    })
  })

  describe('refusals', () => {
    test('answers 404 for an unknown title', async () => {
      expect((await device.flag(999_999_999, filmFlag(true))).status).toBe(404)
    })

    test('refuses a call in which every episode is unknown, in Persian', async () => {
      for (const [id, ids] of [
        [series, [1, 2]],
        [film, [parts[0]]],
      ] as const) {
        const answer = await device.flag(
          id,
          ids.map((episodeId) => ({ episodeId, watched: true })),
        )
        expect(answer.status).toBe(422)
        expect(answer.json.errors.flags.join()).toMatch(/[آ-ی]/)
      }
      expect((await since()).data).toEqual([])
    })

    test('skips unknown episodes among others', async () => {
      const { json } = await device.flag(series, [{ episodeId: 1, watched: true }, ...partFlag(0, true)])
      expect(flagsOf(json.data)).toEqual({ 0: true })
    })

    test('accepts the maximum number of flags with the longest ids', async () => {
      const unknown = Array.from({ length: FLAGS_MAX - parts.length }, (_, index) => Number.MAX_SAFE_INTEGER - index)
      const flags = [...parts, ...unknown].map((episodeId) => ({ episodeId, watched: false }))
      expect((await device.flag(series, flags)).status).toBe(200)
      const sent = { key: uuid(), seq: 9, age: 0, method: 'POST', path: `/api/user/history/${series}/watched` }
      expect((await device.batch([{ ...sent, body: { flags } }])).json.data).toMatchObject([{ status: 200 }])
      expect((await device.flag(series, [...flags, ...partFlag(0, true)])).status).toBe(422)
    })

    test.each([
      { flags: [] },
      { flags: null },
      { flags: 'all' },
      { flags: [null] },
      { flags: [{ episodeId: null }] },
      { flags: [{ watched: true }] },
      { flags: [{ episodeId: 0, watched: true }] },
      { flags: [{ episodeId: 1.5, watched: true }] },
      { flags: [{ episodeId: '7', watched: true }] },
      { flags: [{ episodeId: null, watched: 'yes' }] },
      { flags: [{ episodeId: null, watched: 1 }] },
    ])('$#: rejects invalid flags in Persian without an effect', async (body) => {
      const answer = await member.post(`/api/user/history/${film}/watched`, body)
      expect(answer.status).toBe(422)
      expect(Object.values<string[]>(answer.json.errors).flat().join()).toMatch(/[آ-ی]/)
      expect((await since()).data).toEqual([])
    })

    test("requires sign-in and changes the member's own flags only", async () => {
      await device.flag(film, filmFlag(true))
      const other = createMutationClient(await server.createUser())
      await other.flag(film, filmFlag(null))
      expect(await list()).toHaveLength(1)
      const guest = createMutationClient(server.createGuest())
      expect((await guest.flag(film, filmFlag(null))).status).toBe(401)
    })
  })

  test('deletes the flags with the account', async () => {
    await device.flag(film, filmFlag(true))
    expect(await storedFlags()).toBe(1)
    await server.database.execute(sql`delete from users where id = ${member.id}`)
    expect(await storedFlags()).toBe(0)
  })
})
