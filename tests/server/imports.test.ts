import { eq, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { describe, expect, test } from 'vitest'
import { IMPORT_ROWS, ROW_EPISODES } from '#contract/imports.ts'
import { titles } from '#server/database/schema/catalogue.ts'
import { HOSTILE_TEXTS } from '#tests/harness/fixtures/hostileInputs.ts'
import { device, member, phone, server, setUpMember } from '#tests/harness/fixtures/memberDevices.ts'
import { createMutationClient } from '#tests/harness/fixtures/mutationClient.ts'
import { databaseKinds, type Member } from '#tests/harness/server.ts'

const SECOND = 1000
const HOUR = 3_600_000

describe.each(databaseKinds)('imports on %s', (database) => {
  setUpMember(database)

  const titleOf = async (imdb: string) => {
    const [row] = await server.database.select().from(titles).where(eq(titles.imdb, imdb))
    if (!row) throw new Error(`no ${imdb}`)
    return row
  }
  const idsOf = (items: { titleId: number }[]) => items.map(({ titleId }) => titleId)
  const GODFATHER = 'tt0068646'

  test('finds titles by IMDb id, and by name in either language with a year that is off by one at most', async () => {
    const { id, titleFa, titleEn, year } = await titleOf(GODFATHER)
    for (const row of [
      { imdb: GODFATHER, name: 'whatever', year: 1900 },
      { imdb: null, name: titleEn, year },
      { name: titleEn.toUpperCase(), year: year + 1 },
      { name: titleFa.replaceAll('ی', 'ي'), year: year - 1 },
      { imdb: 'tt9999999', name: titleFa, year },
    ]) {
      const one = await server.createUser()
      const { json } = await createMutationClient(one).import([row])
      expect(json).toMatchObject({ result: 'applied', data: { missing: [] } })
      expect(idsOf(json.data.saved)).toEqual([id])
      expect((await one.get('/api/user/watchlist')).json.data).toEqual(json.data.saved)
    }
  })

  test('reports unknown rows by index, also if only the year is wrong', async () => {
    const { titleEn, year } = await titleOf(GODFATHER)
    const { json } = await device.import([
      { name: 'فیلمی که هیچ‌کس نساخته', year: 1999 },
      { imdb: GODFATHER, name: '' },
      { name: titleEn, year: year + 2 },
      { name: '', year: 2000 },
      { name: '%', year: null },
      { name: titleEn, year: 1e15 },
    ])
    expect(json.data.missing).toEqual([0, 2, 3, 4, 5])
    expect(json.data.saved).toHaveLength(1)
  })

  test('matches a name without a year only if the name is unique', async () => {
    const { rows } = await server.database.execute<{ name: string; count: number }>(sql`
      select min(title_en) as name, count(*)::integer as count from titles group by lower(title_en) order by 2 desc limit 1`)
    const { titleEn } = await titleOf(GODFATHER)
    const { json } = await device.import([{ name: titleEn }, { name: rows[0]?.name ?? '' }])
    expect(json.data.missing).toEqual((rows[0]?.count ?? 0) > 1 ? [1] : [])
  })

  test('saves at the time of the mutation, keeps existing entries, and lists each title once', async () => {
    const [first = 0, second = 0] = await server.titleIds(2)
    const before = (await device.save(first, true, { age: 5 * HOUR })).json.data
    const rows = await server.database.select().from(titles).where(sql`id in (${first}, ${second})`).orderBy(titles.id)
    const again = [...rows, ...rows].map(({ imdb, titleEn, year }) => ({ imdb, name: titleEn, year }))
    const { json } = await device.import(again, { age: HOUR })
    expect(idsOf(json.data.saved)).toEqual([first, second])
    expect(json.data.saved[0]).toEqual(before)
    expect(json.data.saved[1].version).toBe(2)
    expect(Math.abs(server.now().getTime() - HOUR - Date.parse(json.data.saved[1].savedAt))).toBeLessThan(10 * SECOND)
  })

  test('does not undo a later mutation of another device, and undoes an earlier one', async () => {
    const { id } = await titleOf(GODFATHER)
    await phone.save(id, true, { age: 4 * HOUR })
    await phone.save(id, false, { age: HOUR })
    const late = await device.import([{ imdb: GODFATHER, name: '' }], { age: 2 * HOUR })
    expect(late.json.data).toEqual({ saved: [], missing: [] })
    const newer = await device.import([{ imdb: GODFATHER, name: '' }])
    expect(idsOf(newer.json.data.saved)).toEqual([id])
    expect((await phone.save(id, false, { age: HOUR })).json.result).toBe('stale')
  })

  test('respects a later removal by the same device when the import arrives late', async () => {
    const { id } = await titleOf(GODFATHER)
    await device.save(id, false, { seq: 9 })
    const late = await device.import([{ imdb: GODFATHER, name: '' }], { seq: 8 })
    expect(late.json.data).toEqual({ saved: [], missing: [] })
  })

  test('replays the first answer when sent again', async () => {
    const key = uuid()
    const rows = [{ imdb: GODFATHER, name: '' }]
    const first = await device.import(rows, { key, seq: 1 })
    await device.save((await titleOf(GODFATHER)).id, false, { seq: 2 })
    expect((await device.import(rows, { key, seq: 1 })).json).toEqual({ ...first.json, result: 'replayed' })
    expect((await member.get('/api/user/watchlist')).json.data).toEqual([])
  })

  test('returns a long import completely through delta pulls of any page size', async () => {
    const rows = await server.database.select().from(titles).orderBy(titles.id).limit(IMPORT_ROWS)
    const { json } = await device.import(rows.map(({ titleEn: name, year }) => ({ name, year })))
    expect(json.data.missing).toEqual([])
    expect(json.data.saved.length).toBeGreaterThan(IMPORT_ROWS * 0.95)
    expect(new Set(json.data.saved.map((item: { version: number }) => item.version))).toEqual(new Set([1]))
    for (const limit of [7, 500]) {
      const pulled = []
      let cursor = ''
      for (let more = true; more; ) {
        const page = (await member.get(`/api/user/watchlist?since=${cursor}&limit=${limit}`)).json
        pulled.push(...page.data)
        ;({ cursor, more } = page.meta)
      }
      expect(idsOf(pulled).toSorted((one, other) => one - other)).toEqual(
        idsOf(json.data.saved).toSorted((one: number, other: number) => one - other),
      )
    }
  })

  test('accepts the maximum number of rows with the longest names', async () => {
    const rows = Array.from({ length: IMPORT_ROWS }, (_, index) => ({
      imdb: `tt${900_000_000 + index}`,
      name: '𐎠'.repeat(150),
      year: 2000,
    }))
    const { json } = await device.import(rows)
    expect(json.data).toMatchObject({ saved: [], missing: { length: IMPORT_ROWS } })
  })

  test.each(Object.entries(HOSTILE_TEXTS))('rejects a name of %s in Persian or finds no title', async (_, name) => {
    const { status, json } = await device.import([{ name, year: 2000 }])
    expect([200, 422]).toContain(status)
    if (status === 200) expect(json.data).toEqual({ saved: [], missing: [0] })
    else expect(Object.values<string[]>(json.errors).flat().join()).toMatch(/[آ-ی]/)
  })

  describe('watched titles', () => {
    const watched = (caller: Member, rows: object[]) => caller.post('/api/user/import/history', { rows })
    const historyOf = async (caller: Member) => (await caller.get('/api/user/history?per_page=100')).json.data
    const SERIES = 'tt0903747'

    test('flags films as watched and adds series without a position at their date, and reports unknown rows', async () => {
      const [film, series] = [await titleOf(GODFATHER), await titleOf(SERIES)]
      const { status, json } = await watched(member, [
        { imdb: GODFATHER, name: '', watchedAt: '2019-05-04T00:00:00.000Z' },
        { imdb: SERIES, name: '', watchedAt: '2021-01-01T00:00:00.000Z' },
        { imdb: null, name: 'فیلمی که هیچ‌کس نساخته', year: 1999 },
        { imdb: GODFATHER, name: '', watchedAt: '2018-01-01T00:00:00.000Z' },
      ])
      expect(status).toBe(200)
      expect(json.data.missing).toEqual([2])
      expect(idsOf(json.data.watched)).toEqual([film.id, series.id])
      const rows = await historyOf(member)
      expect(rows).toEqual(json.data.watched.toReversed())
      expect(rows).toMatchObject([
        { titleId: series.id, watchedAt: '2021-01-01T00:00:00.000Z', playedAt: '2021-01-01T00:00:00.000Z', flags: [] },
        { titleId: film.id, watchedAt: '2019-05-04T00:00:00.000Z', playedAt: null },
      ])
      for (const row of rows) expect(row).toMatchObject({ position: 0, duration: 0, version: 1 })
      expect(rows[1].flags).toEqual([{ episodeId: null, watched: true, flaggedAt: '2019-05-04T00:00:00.000Z' }])
      expect((await member.get('/api/user/watchlist')).json.data).toEqual([])
      const pulled = (await member.get('/api/user/history?since=')).json.data
      expect(idsOf(pulled).toSorted()).toEqual([film.id, series.id].toSorted())
    })

    test('flags the episodes that a list names and the catalogue has, each at its own time', async () => {
      const series = await titleOf(SERIES)
      const [season] = (await member.get(`/api/titles/${series.id}`)).json.data.seasons
      const [first, second] = season.episodes
      const episode = (number: number, watchedAt: string | null = null) => ({
        season: season.number,
        number,
        watchedAt,
      })
      const row = { imdb: SERIES, name: '', watchedAt: '2021-01-03T00:00:00.000Z' }
      const { json } = await watched(member, [
        { ...row, episodes: [episode(first.number, '2021-01-01T00:00:00.000Z'), episode(second.number), episode(999)] },
        { ...row, watchedAt: null, episodes: [episode(first.number, '2021-01-02T00:00:00.000Z')] },
        { imdb: GODFATHER, name: '', watchedAt: '2019-05-04T00:00:00.000Z', episodes: [episode(1)] },
      ])
      const [item] = json.data.watched
      expect(item).toMatchObject({ titleId: series.id, playedAt: null, episodes: [] })
      expect(item.flags).toEqual([
        { episodeId: first.id, watched: true, flaggedAt: '2021-01-02T00:00:00.000Z' },
        { episodeId: second.id, watched: true, flaggedAt: '2021-01-03T00:00:00.000Z' },
      ])
      expect(json.data.watched[1].flags).toMatchObject([{ episodeId: null, watched: true }])
    })

    test('flags no episode again that the user has marked as not watched or removed since', async () => {
      const series = await titleOf(SERIES)
      const [season] = (await member.get(`/api/titles/${series.id}`)).json.data.seasons
      const [first, second] = season.episodes
      const episodes = [first, second].map(({ number }) => ({ season: season.number, number }))
      const row = { imdb: SERIES, name: '', watchedAt: '2021-01-03T00:00:00.000Z', episodes }
      const path = `/api/user/history/${series.id}`
      await member.post(`${path}/watched`, { flags: [{ episodeId: first.id, watched: false }] })
      const { json } = await watched(member, [row])
      expect(json.data.watched[0].flags).toMatchObject([
        { episodeId: first.id, watched: false },
        { episodeId: second.id, watched: true },
      ])
      await member.delete(path)
      expect((await watched(member, [row])).json.data.watched).toEqual([])
    })

    test('accepts the maximum number of episodes of a row, and refuses a longer row', async () => {
      const episodes = Array.from({ length: ROW_EPISODES }, (_, index) => {
        return { season: 1, number: index + 1, watchedAt: '2021-01-01T00:00:00.000Z' }
      })
      const row = { imdb: SERIES, name: '', episodes }
      const rows = [row, ...Array.from({ length: IMPORT_ROWS - 1 }, () => ({ name: 'نام'.repeat(100) }))]
      const { status, json } = await watched(member, rows)
      expect([status, json.data.watched.length]).toEqual([200, 1])
      const more = { ...row, episodes: [...episodes, episodes[0]] }
      expect((await watched(member, [more])).status).toBe(422)
      for (const episode of [{ season: -1, number: 1 }, { season: 1, number: 1.5 }, { season: 1 }, null, 'x'])
        expect((await watched(member, [{ ...row, episodes: [episode] }])).status).toBe(422)
    })

    test('replaces nothing newer, respects later removals, and clamps future dates', async () => {
      const { id } = await titleOf(GODFATHER)
      const [here, gone, ahead] = [await server.createUser(), await server.createUser(), await server.createUser()]
      await here.post(`/api/user/history/${id}`, { position: 60, duration: 600 })
      const row = { imdb: GODFATHER, name: '' }
      await watched(here, [{ ...row, watchedAt: '2019-05-04T00:00:00.000Z' }])
      expect(await historyOf(here)).toMatchObject([
        { titleId: id, position: 60, flags: [{ watched: true, flaggedAt: '2019-05-04T00:00:00.000Z' }] },
      ])
      await here.post(`/api/user/history/${id}/watched`, { flags: [{ episodeId: null, watched: false }] })
      await watched(here, [{ ...row, watchedAt: '2020-05-04T00:00:00.000Z' }])
      expect(await historyOf(here)).toMatchObject([{ titleId: id, position: 60, flags: [{ watched: false }] }])
      await gone.post(`/api/user/history/${id}`, { position: 60, duration: 600 })
      await gone.delete(`/api/user/history/${id}`)
      const { json } = await watched(gone, [{ ...row, watchedAt: '2019-05-04T00:00:00.000Z' }])
      expect([json.data.watched, await historyOf(gone)]).toEqual([[], []])
      for (const watchedAt of [
        '2999-01-01T00:00:00.000Z',
        null,
        '2024-02-31T25:00:00.000Z',
        '0001-01-01T00:00:00.000Z',
      ]) {
        const { status } = await watched(ahead, [{ ...row, watchedAt }])
        expect([200, 422]).toContain(status)
        for (const item of await historyOf(ahead))
          expect(Date.parse(item.watchedAt)).toBeLessThanOrEqual(Date.now() + HOUR)
      }
    })
  })

  test.each([
    [[]],
    ['all'],
    [null],
    [[null]],
    [[{ name: 7 }]],
    [[{ name: 'x', imdb: '7' }]],
    [[{ name: 'x', imdb: "tt1' or 1=1" }]],
    [[{ name: 'x', year: 1.5 }]],
    [[{ name: 'x', year: '2000' }]],
    [Array.from({ length: IMPORT_ROWS + 1 }, () => ({ name: 'x' }))],
  ])('$#: rejects invalid rows in Persian', async (rows) => {
    const answer = await member.post('/api/user/import', { rows })
    expect(answer.status).toBe(422)
    expect(Object.values<string[]>(answer.json.errors).flat().join()).toMatch(/[آ-ی]/)
  })
})
