import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { episodes, titles } from '#server/database/schema/catalogue.ts'
import { device, member, phone, server, setUpMember } from '#tests/harness/fixtures/memberDevices.ts'
import { createMutationClient } from '#tests/harness/fixtures/mutationClient.ts'
import { schedules } from '#tests/harness/fixtures/schedules.ts'
import { runHousekeeping } from '#tests/harness/housekeeping.ts'
import { databaseKinds, type Member } from '#tests/harness/server.ts'

const SECOND = 1000
const HOUR = 3_600_000
const DAY = 86_400_000
/** Mutations of the property that set no position. */
const [REMOVE, HIDE, SHOW] = [-1, -2, -3] as const
/** For tests with many runs on a slow machine. */
const PROPERTY = { timeout: 180_000 }

describe.each(databaseKinds)('history on %s', (database) => {
  setUpMember(database)
  let film: number
  let films: number[]
  let series: number
  let parts: number[]
  beforeEach(async () => {
    const isFilm = eq(titles.type, 'movie')
    const found = await server.database.select({ id: titles.id }).from(titles).where(isFilm).orderBy(titles.id).limit(8)
    films = found.map(({ id }) => id)
    film = films[0] ?? 0
    const { rows } = await server.database.execute<{ title: number; ids: (number | string)[] }>(sql`
      select title_id as title, (array_agg(id order by id))[1:4] as ids from ${episodes}
      group by title_id having count(*) >= 4 order by title_id limit 1`)
    series = rows[0]?.title ?? 0
    parts = (rows[0]?.ids ?? []).map(Number)
  })

  const at = (position: number, more: object = {}) => ({ position, duration: 6000, ...more })
  const part = (index: number) => ({ episodeId: parts[index] ?? 0 })
  const list = async () => (await member.get('/api/user/history?per_page=100')).json.data
  const since = async (cursor = '') => (await member.get(`/api/user/history?since=${cursor}`)).json
  const positions = (item: { episodes: { episodeId: number; position: number }[] }) =>
    Object.fromEntries(item.episodes.map(({ episodeId, position }) => [parts.indexOf(episodeId), position]))

  test('stores the position in a film with the time of the mutation', async () => {
    const { json } = await device.watch(film, at(61.25, { fileId: 5 }), { age: HOUR })
    expect(json).toMatchObject({
      result: 'applied',
      data: {
        titleId: film,
        title: { id: film },
        position: 61.25,
        duration: 6000,
        fileId: 5,
        episodeId: null,
        version: 1,
      },
    })
    expect(json.data.episodes).toEqual([])
    expect(Math.abs(server.now().getTime() - HOUR - Date.parse(json.data.watchedAt))).toBeLessThan(10 * SECOND)
    expect(await list()).toEqual([json.data])
  })

  test('stores a position per episode and shows the last watched one for the series', async () => {
    await device.watch(series, at(100, part(0)), { age: 3 * HOUR })
    await device.watch(series, at(300, part(2)), { age: HOUR })
    const { json } = await phone.watch(series, at(200, part(1)), { age: 2 * HOUR })
    expect(json.result).toBe('applied')
    expect(json.data).toMatchObject({ episodeId: parts[2], position: 300 })
    expect(positions(json.data)).toEqual({ 0: 100, 1: 200, 2: 300 })
  })

  test('lists entries by last watched and returns each change once', async () => {
    for (const [index, id] of films.slice(0, 3).entries())
      await device.watch(id, at(index), { age: (3 - index) * HOUR })
    expect((await list()).map(({ titleId }: { titleId: number }) => titleId)).toEqual(films.slice(0, 3).toReversed())
    const start = await since()
    await device.watch(film, at(900))
    await device.unwatch(films[1] ?? 0)
    const pulled = await since(start.meta.cursor)
    expect(pulled.data).toMatchObject([
      { titleId: film, position: 900, version: 4 },
      { titleId: films[1], deleted: true, version: 5 },
    ])
    expect((await since(pulled.meta.cursor)).data).toEqual([])
  })

  describe('merging', () => {
    test('ignores an older mark of another device and accepts a newer one at any position', async () => {
      await device.watch(film, at(500), { age: HOUR })
      const older = await phone.watch(film, at(5000), { age: 2 * HOUR })
      expect(older.json).toMatchObject({ result: 'stale', data: { position: 500, version: 1 } })
      const newer = await phone.watch(film, at(3), { age: SECOND })
      expect(newer.json).toMatchObject({ result: 'applied', data: { position: 3, version: 3 } })
    })

    test('stores earlier marks of other episodes, each with its own age', async () => {
      await phone.watch(series, at(777, part(1)), { age: 90 * 60_000 })
      const { json } = await device.watch(
        series,
        at(300, {
          ...part(2),
          earlier: [
            { ...at(100), ...part(0), age: HOUR },
            { ...at(200), ...part(1), age: HOUR },
            { ...at(50), ...part(0), age: 2 * HOUR },
          ],
        }),
        { age: HOUR },
      )
      expect(positions(json.data)).toEqual({ 0: 100, 1: 777, 2: 300 })
      expect(json.data.episodeId).toBe(parts[2])
    })

    test('skips an unknown episode among the earlier marks and refuses it as the mark itself', async () => {
      const { json } = await device.watch(series, at(1, { ...part(0), earlier: [{ ...at(2), episodeId: 1, age: 5 }] }))
      expect(positions(json.data)).toEqual({ 0: 1 })
      for (const [id, episodeId] of [
        [series, 1],
        [film, parts[0]],
      ]) {
        const answer = await device.watch(Number(id), at(1, { episodeId }))
        expect(answer.status).toBe(422)
        expect(answer.json.errors.episodeId.join()).toMatch(/[آ-ی]/)
      }
    })

    test("orders a device's mutations by sequence when network delays distort their times", async () => {
      await device.watch(film, at(10), { age: 0 })
      expect((await device.unwatch(film, { age: HOUR })).json).toMatchObject({
        result: 'applied',
        data: { deleted: true },
      })
      await device.watch(film, at(20), { seq: 9 })
      const late = await device.watch(film, at(30), { seq: 8 })
      expect(late.json).toMatchObject({ result: 'stale', data: { position: 20 } })
      await device.unwatch(film, { seq: 20 })
      expect((await device.watch(film, at(40), { seq: 19 })).json).toMatchObject({
        result: 'stale',
        data: { deleted: true },
      })
      expect(await list()).toEqual([])
    })

    test('ignores a late, older position of an episode that arrived as an earlier mark', async () => {
      const earlier = [{ ...at(150), ...part(0), age: 30 * SECOND }]
      await device.watch(series, at(300, { ...part(1), earlier }), { seq: 3, age: SECOND })
      const late = await device.watch(series, at(100, part(0)), { seq: 1, age: 0 })
      expect(late.json.result).toBe('stale')
      expect(positions(late.json.data)).toEqual({ 0: 150, 1: 300 })
    })

    test('keeps positions after a delayed removal of the same device', async () => {
      await device.unwatch(series, { seq: 1, age: 0 })
      const earlier = [{ ...at(150), ...part(0), age: 30 * SECOND }]
      const { json } = await device.watch(series, at(300, { ...part(1), earlier }), { seq: 3, age: SECOND })
      expect(positions(json.data)).toEqual({ 0: 150, 1: 300 })
      expect(json.data.episodeId).toBe(parts[1])
    })

    test('answers stale to a removal that is overtaken and removes nothing', async () => {
      await device.watch(film, at(20), { seq: 8 })
      const late = await device.unwatch(film, { seq: 3 })
      expect(late.json).toMatchObject({ result: 'stale', data: { position: 20 } })
      expect((await device.unwatch(film, { seq: 9 })).json).toMatchObject({
        result: 'applied',
        data: { deleted: true },
      })
    })

    test('keeps the mark itself as last watched for any ages of the earlier marks', async () => {
      const earlier = [
        { ...at(250), ...part(2), age: 2 },
        { ...at(200), ...part(1), age: 1 },
      ]
      const { json } = await device.watch(series, at(300, { ...part(0), earlier }), { age: 400 * DAY })
      expect(json.data).toMatchObject({ episodeId: parts[0], position: 300 })
      expect(positions(json.data)).toEqual({ 0: 300, 1: 200, 2: 250 })
    })

    test('clamps ages to the valid range', async () => {
      for (const [age, expected] of [
        [-5 * DAY, 0],
        [400 * DAY, 30 * DAY],
      ] as const) {
        const one = await server.createUser()
        const { json } = await createMutationClient(one).watch(film, at(1), { age })
        const age2 = server.now().getTime() - Date.parse(json.data.watchedAt)
        expect(Math.abs(age2 - expected)).toBeLessThan(10 * SECOND)
      }
      const { json } = await device.watch(
        series,
        at(1, { ...part(0), earlier: [{ ...at(2), ...part(1), age: 1e300 }] }),
      )
      expect(positions(json.data)).toEqual({ 0: 1, 1: 2 })
    })

    test('leads to the same row for any order and repetition of mutations', PROPERTY, async () => {
      const mutationArbitrary = fc.record({
        /** index of the film or episode; or a removal, hiding, showing */
        what: fc.integer({ min: SHOW, max: 3 }),
        by: fc.integer({ min: 0, max: 2 }),
        minutesAgo: fc.integer({ min: 1, max: 40_000 }),
        position: fc.integer({ min: 0, max: 3 }),
      })
      await fc.assert(
        fc.asyncProperty(schedules(mutationArbitrary), async ({ mutations, orders }) => {
          const ends = []
          // Stays below the hourly limit of registrations.
          server.pass(HOUR)
          const now = server.now().getTime()
          for (const order of orders) {
            const one = await server.createUser()
            const devices = [createMutationClient(one), createMutationClient(one), createMutationClient(one)]
            for (const { what, by, minutesAgo, position } of order) {
              const seq = 1 + mutations.filter((other) => other.by === by && other.minutesAgo > minutesAgo).length
              const sending = { seq, age: server.now().getTime() - (now - minutesAgo * 60_000) }
              const client = devices[by]
              if (what === REMOVE) await client?.unwatch(series, sending)
              else if (what < 0) await client?.hide(series, what === HIDE, sending)
              else await client?.watch(series, at(position, part(what)), sending)
            }
            const { json } = await one.get('/api/user/history')
            ends.push(json.data.map(inMinutes))
          }
          expect(ends[1]).toEqual(ends[0])
          expect(ends[0]).toEqual(expectedOf(mutations))
        }),
        { numRuns: database === 'pglite' ? 12 : 40 },
      )

      /** Times of one mutation differ by the duration of the requests. */
      function inMinutes(item: {
        watchedAt: string
        episodeId: number
        episodes: Record<string, unknown>[]
        hidden: boolean
      }) {
        const minutes = (time: unknown) => Math.round(Date.parse(String(time)) / 60_000)
        return {
          last: parts.indexOf(item.episodeId),
          hidden: item.hidden,
          episodes: item.episodes.map(({ episodeId, position, watchedAt }) => ({
            what: parts.indexOf(Number(episodeId)),
            position,
            minutesAgo: Math.round((server.now().getTime() - Date.parse(String(watchedAt))) / 60_000),
          })),
          isOwn: minutes(item.watchedAt) === Math.max(...item.episodes.map(({ watchedAt }) => minutes(watchedAt))),
        }
      }

      /** The expected row: the latest position of each episode after the last removal, hidden if nothing was watched since. */
      function expectedOf(mutations: { what: number; minutesAgo: number; position: number }[]) {
        const removed = Math.min(
          ...mutations.filter(({ what }) => what === REMOVE).map(({ minutesAgo }) => minutesAgo),
          Infinity,
        )
        const [hiding] = mutations
          .filter(({ what }) => what === HIDE || what === SHOW)
          .toSorted((one, other) => one.minutesAgo - other.minutesAgo)
        const left = mutations
          .filter(({ what, minutesAgo }) => what >= 0 && minutesAgo < removed)
          .toSorted((one, other) => one.minutesAgo - other.minutesAgo)
        if (left.length === 0) return []
        const latest = left.filter((one, index) => left.findIndex(({ what }) => what === one.what) === index)
        return [
          {
            last: latest[0]?.what,
            hidden: hiding?.what === HIDE && hiding.minutesAgo < (latest[0]?.minutesAgo ?? 0),
            episodes: latest
              .toSorted((one, other) => one.what - other.what)
              .map(({ what, position, minutesAgo }) => ({ what, position, minutesAgo })),
            isOwn: true,
          },
        ]
      }
    })
  })

  describe('removal', () => {
    test('removes all episodes, ignores earlier marks, and restores the title by a later one', async () => {
      await device.watch(series, at(100, part(0)), { age: 4 * HOUR })
      await device.watch(series, at(200, part(1)), { age: 3 * HOUR })
      const removed = await phone.unwatch(series, { age: HOUR })
      expect(removed.json).toEqual({ result: 'applied', data: { titleId: series, deleted: true, version: 3 } })
      const before = await device.watch(series, at(300, part(2)), { age: 2 * HOUR })
      expect(before.json).toMatchObject({ result: 'stale', data: { deleted: true, version: 3 } })
      const after = await device.watch(series, at(400, part(3)))
      expect(positions(after.json.data)).toEqual({ 3: 400 })
      expect(after.json.data.version).toBe(5)
    })

    test('removes only episodes watched before the removal', async () => {
      await device.watch(series, at(100, part(0)), { age: 4 * HOUR })
      await device.watch(series, at(200, part(1)), { age: HOUR })
      const { json } = await phone.unwatch(series, { age: 2 * HOUR })
      expect(json.result).toBe('applied')
      expect(positions(json.data)).toEqual({ 1: 200 })
    })

    test('answers stale to a second removal and changes no version', async () => {
      await device.watch(film, at(1), { age: HOUR })
      await device.unwatch(film)
      const again = await phone.unwatch(film, { age: 30 * 60_000 })
      expect(again.json).toEqual({ result: 'stale', data: { titleId: film, deleted: true, version: 2 } })
      expect((await since()).data).toEqual([{ titleId: film, deleted: true, version: 2 }])
    })

    test('rejects earlier marks even if the title was not in the history', async () => {
      expect((await device.unwatch(film, { age: HOUR })).json.data).toMatchObject({ titleId: film, deleted: true })
      expect((await phone.watch(film, at(1), { age: 2 * HOUR })).json.result).toBe('stale')
    })

    test('returns tombstones for ninety days, then makes devices start over', async () => {
      await device.watch(film, at(1))
      await device.watch(films[1] ?? 0, at(1))
      const long = (await since()).meta.cursor
      await device.unwatch(film)
      server.pass(89 * DAY)
      await runHousekeeping({ database: server.database, clock: server.now })
      expect((await since(long)).data).toEqual([{ titleId: film, deleted: true, version: 3 }])
      server.pass(2 * DAY)
      await runHousekeeping({ database: server.database, clock: server.now })
      expect((await member.get(`/api/user/history?since=${long}`)).status).toBe(410)
      expect((await since()).data).toMatchObject([{ titleId: films[1] }])
    })
  })

  describe('continue watching', () => {
    const hidden = async () => (await list()).map((item: { hidden: boolean }) => item.hidden)

    test('hides a title with its position and history unchanged, and shows it after it was watched again', async () => {
      const { data: before } = (await device.watch(film, at(100), { age: HOUR })).json
      const { json } = await device.hide(film, true)
      expect(json).toEqual({ result: 'applied', data: { ...before, hidden: true, version: 2 } })
      expect((await since()).data).toEqual([json.data])
      await phone.watch(film, at(200))
      expect(await hidden()).toEqual([false])
    })

    test('shows a hidden title again on request', async () => {
      await device.watch(film, at(100), { age: HOUR })
      await device.hide(film, true)
      expect((await device.hide(film, false)).json).toMatchObject({ result: 'applied', data: { hidden: false } })
    })

    test('hides after an earlier position of the same device although that position is delayed', async () => {
      await device.watch(film, at(100), { seq: 1, age: 0 })
      await device.hide(film, true, { seq: 2, age: 5 * SECOND })
      expect(await hidden()).toEqual([true])
      await device.watch(film, at(150), { seq: 3, age: 10 * SECOND })
      expect(await hidden()).toEqual([false])
    })

    test('answers stale to a call that a later one has overtaken, on one device and on two', async () => {
      await device.watch(film, at(100), { seq: 1, age: DAY })
      await device.hide(film, false, { seq: 3 })
      expect((await device.hide(film, true, { seq: 2 })).json).toMatchObject({
        result: 'stale',
        data: { hidden: false },
      })
      expect((await phone.hide(film, true, { age: HOUR })).json).toMatchObject({
        result: 'stale',
        data: { hidden: false },
      })
    })

    test('answers with a tombstone for a title that was never watched', async () => {
      expect((await device.hide(film, true)).json.data).toMatchObject({ titleId: film, deleted: true })
      expect(await list()).toEqual([])
    })
  })

  test("shows the position on the title's page to the member only", async () => {
    const position = async (caller: Member) =>
      (await caller.get(`/api/titles/${series}`)).json.data.viewer.position as number | null
    expect(await position(member)).toBeNull()
    await device.watch(series, at(300, part(1)), { age: HOUR })
    await device.watch(series, at(200, { ...part(2), earlier: [] }))
    expect(await position(member)).toBe(200)
    expect(await position(await server.createUser())).toBeNull()
    await device.unwatch(series)
    expect(await position(member)).toBeNull()
  })

  test('requires sign-in', async () => {
    await device.watch(film, at(1))
    const otherMember = await server.createUser()
    expect((await otherMember.get('/api/user/history')).json.data).toEqual([])
    await otherMember.delete(`/api/user/history/${film}`)
    expect(await list()).toHaveLength(1)
    expect((await server.createGuest().delete(`/api/user/history/${film}`)).status).toBe(401)
  })

  test.each([
    { position: -1 },
    { position: null },
    { position: 'far' },
    { position: 1e308 },
    { duration: -1 },
    { duration: [] },
    { episodeId: 0 },
    { episodeId: -3 },
    { episodeId: 1.5 },
    { episodeId: 'x' },
    { fileId: 1e308 },
    { fileId: { $ne: null } },
    { earlier: 'all' },
    { earlier: Array.from({ length: 101 }, () => ({ position: 1, duration: 1, age: 1 })) },
    { earlier: [{ position: 1, duration: 1, age: -1 }] },
    { earlier: [{ position: 1, duration: 1 }] },
  ])('$#: rejects an invalid mark in Persian without an effect', async (wrong) => {
    const answer = await device.watch(film, { ...at(1), ...wrong })
    expect(answer.status).toBe(422)
    expect(Object.values<string[]>(answer.json.errors).flat().join()).toMatch(/[آ-ی]/)
    expect(await list()).toEqual([])
  })
})
