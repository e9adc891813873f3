import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { TRAILER } from '#server/catalogue/ids.ts'
import { parseRecord } from '#server/catalogue/import/readRecords.ts'
import type { Connection } from '#server/database/connect.ts'
import { films, pictures, titles } from '#server/database/schema/catalogue.ts'
import { titleFacts } from '#server/operator/catalogue/storedFacts.ts'
import { pageResponse } from '#server/pages/pageResponse.ts'
import { sitemapFile } from '#server/pages/sitemap.ts'
import { createMutationClient } from '#tests/harness/fixtures/mutationClient.ts'
import { type SendCommand, startOperator } from '#tests/harness/fixtures/operatorCommands.ts'
import { createSyncedDevice } from '#tests/harness/fixtures/syncedDevice.ts'
import { importRecords } from '#tests/harness/importRecords.ts'
import { databaseKinds, type TestServer } from '#tests/harness/server.ts'

const GODFATHER = 68646
const film = (key: string, fields: object = {}) => ({
  ...{ kind: 'title', key, type: 'movie', year: 1999, genres: ['drama'] },
  ...{ titleEn: `Film ${key}`, titleFa: `فیلم ${key}`, ...fields },
})
const serial = (key: string, episodes: number[]) =>
  film(key, { type: 'series', seasons: [{ number: 1, episodes: episodes.map((number) => ({ number })) }] })
const position = (seconds: number) => ({ position: seconds, duration: 6000 })

describe.each(databaseKinds)('catalogue commands on %s', (kind) => {
  let connection: Connection
  let server: TestServer
  let send: SendCommand
  beforeEach(async () => {
    ;({ connection, server, send } = await startOperator(kind))
  })
  afterEach(() => server.close())

  const write = (records: readonly object[]) => importRecords(connection, records, { now: server.now() })
  const edit = (command: string, input: object, facts: object = {}) =>
    send(command, input, new TextEncoder().encode(JSON.stringify(facts)))
  const show = async (title: string) => (await send('title-show', { title })).result
  const idOf = async (title: string): Promise<number> => (await show(title)).id
  const get = async (path: string) => (await server.createGuest().get(path)).json.data
  const found = async (words: string) =>
    (await get(`/api/titles/search?q=${encodeURIComponent(words)}`)).map(({ id }: { id: number }) => id)
  const logged = async (subject: string) => {
    const { changes } = (await send('log', { subject, count: 10 })).result
    return changes.map(({ before, after }: Record<string, string>) =>
      [before, after].map((text) => JSON.parse(text ?? 'null')),
    )
  }
  const rowsOf = async (query: ReturnType<typeof sql>) => (await server.database.execute(query)).rows
  const catalogue = () =>
    Promise.all(
      ['titles', 'people', 'credits', 'episodes', 'collections', 'collection_titles', 'slides', 'search_words'].map(
        (table) =>
          rowsOf(sql`select ${table} as name, md5(string_agg((to_jsonb(t) - 'updated_at')::text, '|'
          order by (to_jsonb(t) - 'updated_at')::text)) as hash from ${sql.identifier(table)} as t`),
      ),
    )
  const respond = (path: string) => {
    const { database, now: clock } = server
    return pageResponse({ database, clock, whole: (one) => one, wholeOfApi: (one) => one }, path, '')
  }

  describe('title edit', () => {
    test('changes the named facts alone; pages, search and people follow', async () => {
      const { version: _, ...before } = await show('tt0068646')
      const changes = {
        titleFa: 'پدرخواندهٔ ما',
        year: 1973,
        genres: ['crime'],
        cast: ['Al Pacino', 'Behrouz Vossoughi'],
      }
      const { result } = await edit('title-edit', { title: 'tt0068646' }, changes)
      const cast = [
        { person: 'Al Pacino', character: null },
        { person: 'Behrouz Vossoughi', character: null },
      ]
      expect(result).toEqual({ id: GODFATHER, version: result.version, ...changes, cast })
      expect(await show('tt0068646')).toEqual({ ...before, ...result })
      expect(await found('پدرخواندهٔ ما')).toContain(GODFATHER)
      const page = await get(`/api/titles/${GODFATHER}`)
      expect(page).toMatchObject({ year: 1973, titleFa: 'پدرخواندهٔ ما', genres: [{ id: expect.any(Number) }] })
      expect(page.cast.map(({ fullnameEn }: { fullnameEn: string }) => fullnameEn)).toEqual([
        'Al Pacino',
        'Behrouz Vossoughi',
      ])
      const [[logBefore, logAfter]] = await logged(`title ${GODFATHER}`)
      expect(logAfter).toEqual({ ...changes, cast })
      expect(logBefore).toMatchObject({ titleFa: before.titleFa, year: before.year })
      expect(Object.keys(logBefore).toSorted()).toEqual(Object.keys(changes).toSorted())
    })

    test('every title of the demo can be edited, and edited back to the same rows', async () => {
      const rows = await server.database.select().from(titles).where(sql`imdb is not null`)
      for (const row of rows) {
        const { isHidden: _, ...facts } = await titleFacts(server.database, row)
        expect(parseRecord({ kind: 'title', ...facts }).reason).toBe('')
      }
      const before = await catalogue()
      for (const { imdb, votes } of rows.filter((_, at) => at % 25 === 0)) {
        const title = imdb ?? ''
        const { version } = await show(title)
        expect((await edit('title-edit', { title }, { votes: votes + 1 })).result.votes).toBe(votes + 1)
        expect((await edit('title-edit', { title }, { votes })).result.version).toBe(version)
      }
      expect(await catalogue()).toEqual(before)
    })

    test('writes nothing when nothing changes', async () => {
      const [before] = await server.database.select().from(titles).where(eq(titles.id, GODFATHER))
      await edit('title-edit', { title: 'tt0068646' }, { year: before?.year })
      expect(await server.database.select().from(titles).where(eq(titles.id, GODFATHER))).toEqual([before])
      expect(await logged(`title ${GODFATHER}`)).toEqual([])
    })

    test('refuses what the import refuses, facts that do not exist and another version, and changes nothing', async () => {
      const before = await catalogue()
      const [{ id: coming = 0 } = {}] = await server.database
        .select()
        .from(titles)
        .where(sql`coalesce(imdb, key) is null`)
      for (const [facts, error] of [
        [{ rating: 11 }, /^rating: /],
        [{ titleFa: null }, /^titleFa: /],
        [{ genres: ['poetry'] }, /no genre poetry; there are /],
        [{ releasedAt: '2024-02-31' }, /^releasedAt: is no day/],
        [{ seasons: [{ number: 1, episodes: [] }] }, /^a movie has no seasons$/],
        [{ collection: 'nowhere' }, /^There is no collection nowhere/],
        [{ imdb: 'tt0000001' }, /^There is no fact imdb to change; there are type, /],
        [{ poster: 'a.jpg' }, /^poster: use parde picture add\.$/],
        ['text', /^The facts are no JSON object\.$/],
      ] as const) {
        const answer = await edit('title-edit', { title: 'tt0068646' }, facts as object)
        expect(answer).toEqual({ error: expect.stringMatching(error) })
      }
      expect(await edit('title-edit', { title: String(coming) }, { year: 2030 })).toEqual({
        error: expect.stringContaining('belongs to the demo'),
      })
      expect(await edit('title-edit', { title: 'nobody' }, {})).toEqual({ error: 'There is no title nobody.' })
      const { version } = await show('tt0068646')
      expect(await edit('title-edit', { title: 'tt0068646', version: '0123456789ab' }, { year: 1973 })).toEqual({
        error: `Title tt0068646 has changed since version 0123456789ab: it has version ${version} now.`,
      })
      expect(await send('title-set', { title: 'tt0068646', isHidden: true, version: 'old' })).toEqual({
        error: expect.stringMatching(/^Title tt0068646 has changed since version old/),
      })
      expect(await catalogue()).toEqual(before)
      expect((await send('log', { count: 10 })).result.changes).toEqual([])
    })

    test('of two edits that saw the same version the second is refused', async () => {
      const { version } = await show('tt0068646')
      const results = await Promise.all(
        [1973, 1974].map((year) => edit('title-edit', { title: 'tt0068646', version }, { year })),
      )
      expect(results.filter((result) => 'error' in result)).toHaveLength(1)
      expect(results.filter((result) => 'result' in result)).toHaveLength(1)
    })

    test('keeps access and hiding apart', async () => {
      await write([film('a', { access: 'premium' })])
      const state = async () => {
        const { access, isHidden } = await show('a')
        return [access, isHidden]
      }
      await edit('title-edit', { title: 'a' }, { access: 'hidden' })
      expect(await state()).toEqual(['premium', true])
      await edit('title-edit', { title: 'a' }, { year: 2001 })
      expect(await state()).toEqual(['premium', true])
      await edit('title-edit', { title: 'a' }, { access: 'premium' })
      expect(await state()).toEqual(['premium', false])
    })

    test('stays when the same row is imported again, and yields to a changed row', async () => {
      const row = film('a', { directors: ['Someone Else'] })
      await write([row])
      await edit('title-edit', { title: 'a' }, { titleFa: 'نام تازه', directors: [] })
      expect(await write([row])).toMatchObject({ unchanged: 1, changed: 0 })
      expect(await show('a')).toMatchObject({ titleFa: 'نام تازه', directors: [] })
      expect(await write([{ ...row, year: 2000 }])).toMatchObject({ changed: 1 })
      expect(await show('a')).toMatchObject({ titleFa: 'فیلم a', year: 2000, directors: ['Someone Else'] })
    })
  })

  describe('title remove', () => {
    test('removes a title from lists, likes, comments and all devices', async () => {
      await write([film('a', { cast: ['Only Here'] }), film('b'), { kind: 'slideshow', titles: ['a', 'b'] }])
      const [id, other] = [await idOf('a'), await idOf('b')]
      const [member, friend] = [await server.createUser(), await server.createUser()]
      const [device, phone] = [createMutationClient(member), createMutationClient(friend)]
      for (const one of [device, phone]) await one.like(id, true)
      for (const title of [id, other]) await device.save(title, true)
      await device.watch(id, position(60))
      const comment = (await device.comment({ titleId: id, body: 'عالی بود' })).json.data
      await phone.comment({ titleId: id, body: 'موافقم', replyTo: comment.id })
      await phone.likeComment(comment.id, true)
      const request = (await device.request({ name: 'فیلم الف', type: 'movie' })).json.data
      await send('requests-answer', { id: request.id, status: 'added', titleId: id })
      await server.database.insert(pictures).values({
        ...{ kind: 'poster', titleId: id, hash: 'f00d', width: 2, height: 3, bytes: 1, color: '#000000' },
        createdAt: server.now(),
      })
      const synced = createSyncedDevice(member)
      await synced.pull()
      expect(synced.titles('watchlist')).toHaveLength(2)

      const { version } = await show('a')
      expect(await send('title-remove', { title: 'a', version: 'old' })).toEqual({
        error: `Title a has changed since version old: it has version ${version} now.`,
      })
      expect((await send('title-remove', { title: 'a', version })).result).toEqual({
        ...{ removed: id, titleFa: 'فیلم a', watchlist: 1, likes: 2, history: 1, comments: 2, requests: 1 },
      })
      await synced.pull()
      const fresh = createSyncedDevice(await member.signIn())
      await fresh.pull()
      expect(synced.shown()).toEqual(fresh.shown())
      expect(synced.titles('watchlist')).toEqual([other])
      expect([...synced.titles('likes'), ...synced.titles('history')]).toEqual([])
      expect(synced.shown().requests).toMatchObject([{ id: request.id, titleId: null, status: 'added' }])
      expect(synced.shown().notifications).toMatchObject([{ path: null }, { path: null }])

      expect((await server.createGuest().get(`/api/titles/${id}`)).status).toBe(404)
      expect((await device.save(id, true)).status).toBe(404)
      expect((await device.watch(id, position(70))).status).toBe(404)
      expect((await device.like(id, true)).status).toBe(404)
      expect((await member.get('/api/user/export')).status).toBe(200)
      expect(await found('فیلم a')).not.toContain(id)
      expect((await get('/api/titles/slideshow?type=all')).map(({ id }: { id: number }) => id)).toEqual([other])
      expect(await rowsOf(sql`select from people where key = 'Only Here'`)).toEqual([])
      expect(await rowsOf(sql`select from pictures where hash = 'f00d'`)).toEqual([])
      const [[before, after]] = await logged(`title ${id}`)
      expect([before.titleFa, before.users.likes, after]).toEqual(['فیلم a', 2, null])
      expect(await send('title-remove', { title: 'a' })).toEqual({ error: 'There is no title a.' })
    })

    test('a title that the file still has comes back without the rows of users', async () => {
      const row = film('x', { key: null, imdb: 'tt9900001' })
      await write([row])
      const member = await server.createUser()
      const device = createMutationClient(member)
      await device.save(9900001, true)
      await device.watch(9900001, position(60))
      await send('title-remove', { title: 'tt9900001' })
      expect(await write([row])).toMatchObject({ added: 1 })
      expect(await get('/api/titles/9900001')).toMatchObject({ titleEn: 'Film x' })
      const synced = createSyncedDevice(member)
      await synced.pull()
      expect([...synced.titles('watchlist'), ...synced.titles('history')]).toEqual([])
      await device.save(9900001, true)
      await synced.pull()
      expect(synced.titles('watchlist')).toEqual([9900001])
    })
  })

  describe('title merge', () => {
    test('moves films, pictures, slides, lists, requests and notifications where the other title has none', async () => {
      await write([
        ...[film('a', { isDubbed: true }), film('b'), film('c'), { kind: 'slideshow', titles: ['c', 'a'] }],
        { kind: 'collection', key: 'best', titleEn: 'Best', titleFa: 'بهترین', titles: ['a', 'c'] },
      ])
      const [from, into, other] = [await idOf('a'), await idOf('b'), await idOf('c')]
      const picture = { width: 2, height: 3, bytes: 1, color: '#000000', createdAt: server.now() }
      await server.database.insert(pictures).values([
        { ...picture, kind: 'poster', titleId: from, hash: 'from-poster' },
        { ...picture, kind: 'backdrop', titleId: from, hash: 'from-backdrop' },
        { ...picture, kind: 'poster', titleId: into, hash: 'into-poster' },
      ])
      const played = { titleId: from, season: 0, manifest: {}, addedAt: server.now() }
      await server.database.insert(films).values([
        { ...played, number: 0, version: 'abc' },
        { ...played, number: TRAILER, version: 'trailer' },
      ])
      const member = await server.createUser()
      const device = createMutationClient(member)
      const request = (await device.request({ name: 'فیلم الف', type: 'movie' })).json.data
      await send('requests-answer', { id: request.id, status: 'added', titleId: from })
      const synced = createSyncedDevice(member)
      await synced.pull()
      await send('title-merge', { from: 'a', into: 'b' })
      await synced.pull()
      const path = `/titles/${into}/film-b`
      expect(synced.shown().requests).toMatchObject([{ titleId: into }])
      expect(synced.shown().notifications).toMatchObject([{ path }])
      expect(await rowsOf(sql`select hash from pictures where title_id = ${into} order by hash`)).toEqual([
        { hash: 'from-backdrop' },
        { hash: 'into-poster' },
      ])
      expect(await rowsOf(sql`select version from films where title_id = ${into} order by version`)).toEqual([
        { version: 'abc' },
        { version: 'trailer' },
      ])
      expect(await show('b')).toMatchObject({ isDubbed: true })
      expect((await send('slideshow', {})).result.slides.map(({ name }: { name: string }) => name)).toEqual(['c', 'b'])
      expect((await send('collection-show', { collection: 'best' })).result.titles).toMatchObject([
        { name: 'b' },
        { name: 'c' },
      ])

      expect(await respond(`/titles/${from}/film-a`)).toEqual({ redirect: path })
      expect(await respond(`/titles/${from}/files`)).toEqual({ redirect: `/titles/${into}/files` })
      expect((await server.createGuest().get(`/api/titles/${from}`)).status).toBe(404)
      expect([await idOf('a'), await idOf(String(from))]).toEqual([into, into])
      expect(await logged(`title ${from}`)).toMatchObject([[{ titleFa: 'فیلم a' }, { mergedInto: into }]])

      // Twice, since the second merge leads the first one on.
      await send('title-merge', { from: 'b', into: 'c' })
      expect(await idOf('a')).toBe(other)
      expect((await send('slideshow', {})).result.slides).toHaveLength(1)
      expect(await rowsOf(sql`select from films where title_id = ${other}`)).toHaveLength(2)
    })

    test('a trailer that moves alone makes no title dubbed', async () => {
      await write([film('a', { isDubbed: true }), film('b')])
      await server.database.insert(films).values({
        ...{ titleId: await idOf('a'), season: 0, number: TRAILER, version: 'trailer', manifest: {} },
        addedAt: server.now(),
      })
      await send('title-merge', { from: 'a', into: 'b' })
      expect(await show('b')).toMatchObject({ isDubbed: false })
    })

    test('a later file cannot bring the merged title back, and its lists mean the other one', async () => {
      const rows = [film('a'), film('b'), film('c')]
      await write(rows)
      await send('title-merge', { from: 'a', into: 'b' })
      const list = { kind: 'collection', key: 'best', titleEn: 'Best', titleFa: 'بهترین', titles: ['a', 'c'] }
      expect(await write([...rows, list])).toMatchObject({
        ...{ added: 0, unchanged: 2 },
        refused: [{ line: 1, reason: 'was merged into b' }],
      })
      expect((await send('collection-show', { collection: 'best' })).result.titles).toMatchObject([
        { name: 'b' },
        { name: 'c' },
      ])
      await send('title-remove', { title: 'b' })
      expect(await write(rows)).toMatchObject({ added: 2, refused: [] })
    })

    test('refuses a title with itself, a film with a series, and another version', async () => {
      await write([film('a'), film('b'), serial('s', [1])])
      const before = await catalogue()
      expect(await send('title-merge', { from: 'a', into: 'a' })).toEqual({ error: 'These are the same title.' })
      expect(await send('title-merge', { from: 'a', into: 's' })).toEqual({
        error: 'A movie cannot be merged into a series.',
      })
      expect(await send('title-merge', { from: 'a', into: 'b', version: 'old' })).toEqual({
        error: expect.stringMatching(/^Title a has changed since version old/),
      })
      expect(await send('title-merge', { from: 'a', into: 'z' })).toEqual({ error: 'There is no title z.' })
      expect(await catalogue()).toEqual(before)
    })
  })

  describe('people', () => {
    const people = [
      { kind: 'person', key: 'nm1', nameEn: 'Nika Tester', nameFa: 'نیکا آزمونی' },
      { kind: 'person', key: 'nm2', nameEn: 'Nica Tester', nameFa: 'نیکا آزمونی', born: '1972' },
    ]
    const works = [film('a', { cast: ['nm1', 'nm2'] }), film('b', { directors: ['nm2'], cast: ['nm2'] })]
    const person = async (name: string) => (await send('person-show', { person: name })).result

    test('are found, shown and edited with a version', async () => {
      await write([...people, ...works])
      expect((await send('person-find', { words: 'نیکا آزمونی' })).result.people).toHaveLength(2)
      const { id, version, works: shown } = await person('nm1')
      expect(shown).toMatchObject([{ name: 'a', role: 'actor' }])
      const changes = { nameFa: 'نیکای آزمونی', born: '1972-10-01' }
      const { result } = await edit('person-edit', { person: 'nm1', version }, changes)
      expect(result).toEqual({ id, version: expect.any(String), ...changes })
      expect(await get(`/api/people/${id}`)).toMatchObject({
        fullnameFa: 'نیکای آزمونی',
        born: '1972-10-01',
      })
      expect(await edit('person-edit', { person: 'nm1', version }, { born: null })).toEqual({
        error: `Person nm1 has changed since version ${version}: it has version ${result.version} now.`,
      })
      expect(await edit('person-edit', { person: 'nm1' }, { born: 'yesterday' })).toEqual({
        error: expect.stringMatching(/^born: /),
      })
      expect(await edit('person-edit', { person: 'nobody' }, {})).toEqual({ error: 'There is no person nobody.' })
      expect(await logged(`person ${id}`)).toEqual([[{ nameFa: 'نیکا آزمونی', born: null }, changes]])
    })

    test('are merged: works move once, addresses and later files lead to the other person', async () => {
      await write([...people, ...works])
      const [from, into] = [await person('nm1'), await person('nm2')]
      expect(await send('person-merge', { from: 'nm2', into: 'nm2' })).toEqual({ error: 'These are the same person.' })
      expect((await send('person-merge', { from: 'nm1', into: 'nm2', version: from.version })).result).toMatchObject({
        ...{ into: into.id, works: 0 },
      })
      expect((await show('a')).cast).toEqual([{ person: 'nm2', character: null }])
      expect((await person('nm1')).id).toBe(into.id)
      expect(await respond(`/people/actor/${from.id}/nika-tester`)).toMatchObject({
        redirect: expect.stringContaining(`/${into.id}/`),
      })
      const refused = async (query = '') =>
        (await server.createGuest().get(`/api/people/${from.id}${query}`)).json.existing
      expect(await refused('?role=director')).toEqual({ path: `/people/director/${into.id}/nica-tester` })
      expect(await refused()).toEqual({ path: (await get(`/api/people/${into.id}`)).path })
      await send('person-set', { person: 'nm2', isHidden: true })
      expect(await refused()).toBeUndefined()
      await send('person-set', { person: 'nm2', isHidden: false })
      expect(await write([...people, film('a', { year: 2001, cast: ['nm1'] })])).toMatchObject({
        ...{ changed: 1 },
        refused: [{ line: 1, reason: 'was merged into nm2' }],
      })
      expect((await show('a')).cast).toEqual([{ person: 'nm2', character: null }])
    })

    test('are hidden everywhere and shown again, also after an import that names them anew', async () => {
      const dan = { kind: 'person', key: 'nm3', nameEn: 'Dan Tester', nameFa: 'دان آزمونی' }
      const directed = [film('c', { directors: ['nm3'] }), film('d', { directors: ['nm3'], cast: ['nm1'] })]
      await write([...people, dan, ...works, ...directed])
      const { id, version } = await person('nm3')
      const c = await idOf('c')
      const names = async (path: string) =>
        (await get(path)).map(({ fullnameEn, titleEn }: Record<string, string>) => fullnameEn ?? titleEn)
      const sitemap = async () => {
        let text = ''
        const file = await sitemapFile(server.database, 'https://parde.test', 'people-1.xml')
        for await (const part of file ?? []) text += part
        return text.includes('dan-tester')
      }
      const reader = await server.createUser()
      const shows = async () => ({
        search: [
          ...(await names('/api/people/search?q=dan+tester')),
          ...(await names('/api/people/search?q=dan+testre')),
        ],
        page: (await server.createGuest().get(`/api/people/${id}`)).status,
        html: await respond(`/people/director/${id}/dan-tester`),
        directors: (await get(`/api/titles/${c}`)).directors.length,
        packed: (await reader.get(`/api/titles?ids=${c}`)).json.data[0].title.directors.length,
        others: await names(`/api/titles/${c}/director-titles`),
        sitemap: await sitemap(),
      })
      const shown = {
        ...{ search: ['Dan Tester', 'Dan Tester'], page: 200, html: { status: 200 } },
        ...{ directors: 1, packed: 1, others: ['Film d'], sitemap: true },
      }
      const nowhere = {
        ...{ search: [], page: 404, html: { status: 404 }, directors: 0, packed: 0, others: [], sitemap: false },
      }
      const updatedAt = async () => (await get(`/api/titles/${c}`)).updatedAt
      expect(await shows()).toMatchObject(shown)
      const before = await updatedAt()
      server.pass(1000)
      const hidden = (await send('person-set', { person: 'nm3', isHidden: true, version })).result
      expect(hidden).toEqual({ id, version: expect.any(String), nameFa: 'دان آزمونی', isHidden: true })
      expect(await person('nm3')).toMatchObject({ isHidden: true, version: hidden.version })
      expect(await shows()).toEqual({ ...nowhere, html: expect.objectContaining({ status: 404 }) })
      expect(await updatedAt()).not.toBe(before)
      expect((await send('person-find', { words: 'Dan Tester' })).result.people).toMatchObject([{ isHidden: true }])
      expect(await show('c')).toMatchObject({ directors: ['nm3'] })
      expect((await edit('person-edit', { person: 'nm3' }, { born: '1950' })).result).toMatchObject({ born: '1950' })

      await write([film('c'), film('d', { cast: ['nm1'] })])
      await write([{ ...dan, died: '2001' }, ...directed])
      expect(await shows()).toEqual({ ...nowhere, html: expect.objectContaining({ status: 404 }) })
      expect(await send('person-set', { person: 'nm3', isHidden: false, version })).toEqual({
        error: expect.stringMatching(/^Person nm3 has changed since version/),
      })
      await send('person-set', { person: 'nm3', isHidden: false })
      expect(await shows()).toMatchObject(shown)
      expect((await logged(`person ${id}`)).filter(([one]: object[]) => one && 'isHidden' in one)).toEqual([
        [{ isHidden: true }, { isHidden: false }],
        [{ isHidden: false }, { isHidden: true }],
      ])
    })

    test('are removed from all titles', async () => {
      await write([...people, ...works])
      const { id } = await person('nm2')
      expect((await send('person-remove', { person: 'nm2' })).result).toMatchObject({ removed: id, works: 3 })
      expect(await show('b')).toMatchObject({ directors: [], cast: [] })
      expect((await show('a')).cast).toEqual([{ person: 'nm1', character: null }])
      expect((await server.createGuest().get(`/api/people/${id}`)).status).toBe(404)
    })
  })

  describe('collections', () => {
    const series = { kind: 'collection', key: 'series', titleEn: 'A Series', titleFa: 'یک مجموعه' }
    const best = { kind: 'collection', key: 'best', titleEn: 'Best', titleFa: 'بهترین', titles: ['a', 'b'] }
    const rows = [series, film('a', { collection: 'series' }), film('b', { collection: 'series' }), film('c'), best]
    const namesOf = async (collection: string) =>
      (await send('collection-show', { collection })).result.titles.map(({ name }: { name: string }) => name)

    test('are listed, edited and put in order', async () => {
      await write(rows)
      const { collections } = (await send('collection', {})).result
      expect(collections.filter(({ key }: { key: string }) => ['best', 'series'].includes(key))).toMatchObject([
        { key: 'best', kind: 'list', titles: 2 },
        { key: 'series', kind: 'series', titles: 2 },
      ])
      const { version } = (await send('collection-show', { collection: 'best' })).result
      await edit('collection-edit', { collection: 'best', version, add: ['c'], remove: ['a'] }, { titleFa: 'برترین' })
      expect(await namesOf('best')).toEqual(['b', 'c'])
      await edit('collection-edit', { collection: 'best' }, { titles: ['c', 'a', 'b'] })
      expect(await namesOf('best')).toEqual(['c', 'a', 'b'])
      const { id } = (await send('collection-show', { collection: 'best' })).result
      expect((await get(`/api/collections/${id}`)).titleFa).toBe('برترین')
      expect(await logged(`collection ${id}`)).toEqual([
        [{ titles: ['b', 'c'] }, { titles: ['c', 'a', 'b'] }],
        [
          { titleFa: 'بهترین', titles: ['a', 'b'] },
          { titleFa: 'برترین', titles: ['b', 'c'] },
        ],
      ])
      const before = await catalogue()
      for (const [input, facts, error] of [
        [{ collection: 'best', version }, { titleFa: 'ن' }, /^Collection best has changed since version/],
        [{ collection: 'best', add: ['nobody'] }, { titleFa: 'ن' }, /^There is no title nobody\.$/],
        [{ collection: 'best', remove: ['a', 'a'] }, { titles: ['b'] }, /^a is not in this collection\.$/],
        [{ collection: 'series', add: ['c'] }, {}, /^series is a film series, whose titles name it/],
        [{ collection: 'none' }, {}, /^There is no collection none\.$/],
        [{ collection: 'best' }, { titleEn: '' }, /^titleEn: /],
      ] as const) {
        expect(await edit('collection-edit', input, facts)).toEqual({ error: expect.stringMatching(error) })
      }
      expect(await catalogue()).toEqual(before)
    })

    test('are created once, as a list or for a film series', async () => {
      await write(rows)
      const names = { titleFa: 'تازه', titleEn: 'New Ones' }
      const { result } = await edit('collection-create', { key: 'new' }, { ...names, titles: ['c', 'a'] })
      expect(result).toMatchObject({ key: 'new', ...names, isHidden: false, isSeries: false, titles: ['c', 'a'] })
      const { id } = result
      expect((await get(`/api/collections/${id}`)).titles).toHaveLength(2)
      expect((await get('/api/collections')).map((card: { id: number }) => card.id)).toContain(id)
      expect(await logged(`collection ${id}`)).toEqual([[null, expect.objectContaining({ titles: ['c', 'a'] })]])
      expect(
        (await edit('collection-edit', { collection: 'new', version: result.version }, { titles: ['a', 'c'] })).result
          .titles,
      ).toEqual(['a', 'c'])

      await edit('collection-create', { key: 'saga' }, names)
      await edit('title-edit', { title: 'c' }, { collection: 'saga' })
      expect((await send('collection-show', { collection: 'saga' })).result).toMatchObject({ isSeries: true })

      const before = await catalogue()
      for (const [key, facts, error] of [
        ['new', names, /^There is a collection new already\.$/],
        ['other', { titleFa: 'ن' }, /^titleEn: /],
        ['other', { ...names, titles: ['nobody'] }, /^There is no title nobody\.$/],
        ['other', { ...names, isHidden: true }, /^There is no fact isHidden to change/],
      ] as const) {
        expect(await edit('collection-create', { key }, facts)).toEqual({ error: expect.stringMatching(error) })
      }
      expect(await catalogue()).toEqual(before)
      const both = await Promise.all([1, 2].map(() => edit('collection-create', { key: 'twice' }, names)))
      expect(both.filter(({ error }) => error === 'There is a collection twice already.')).toHaveLength(1)
    })

    test('are hidden everywhere and shown again, also after an import', async () => {
      await write(rows)
      const { id, version } = (await send('collection-show', { collection: 'series' })).result
      const a = await idOf('a')
      const shows = async () => [
        (await get('/api/collections')).some((card: { id: number }) => card.id === id),
        (await server.createGuest().get(`/api/collections/${id}`)).status,
        (await get(`/api/titles/${a}`)).collection?.id,
        await respond(`/collections/${id}/a-series`),
      ]
      expect(await shows()).toMatchObject([true, 200, id, { status: 200 }])
      const hidden = (await send('collection-set', { collection: 'series', isHidden: true, version })).result
      expect(await shows()).toMatchObject([false, 404, undefined, { status: 404 }])
      await write([{ ...series, titleFa: 'نام دیگر' }])
      expect(await shows()).toMatchObject([false, 404, undefined, { status: 404 }])
      expect(await show('a')).toMatchObject({ collection: 'series' })
      expect(await send('collection-set', { collection: 'series', isHidden: false, version })).toEqual({
        error: expect.stringMatching(/^Collection series has changed since version/),
      })
      expect(hidden.version).not.toBe(version)
      await send('collection-set', { collection: 'series', isHidden: false })
      expect(await shows()).toMatchObject([true, 200, id, { status: 200 }])
      expect(await logged(`collection ${id}`)).toEqual([
        [{ isHidden: true }, { isHidden: false }],
        [{ isHidden: false }, { isHidden: true }],
      ])
    })

    test('are merged: titles move, and the old key and page mean the other one', async () => {
      const saga = { kind: 'collection', key: 'saga', titleEn: 'Saga', titleFa: 'حماسه' }
      const other = { kind: 'collection', key: 'other', titleEn: 'Other', titleFa: 'دیگر', titles: ['c', 'b', 'd'] }
      await write([saga, ...rows, film('d', { collection: 'saga', year: 1990 }), other])
      const show = async (collection: string) => (await send('collection-show', { collection })).result
      const [best, others, into, from] = [
        await show('best'),
        await show('other'),
        await show('series'),
        await show('saga'),
      ]

      expect(await send('collection-merge', { from: 'best', into: 'series' })).toEqual({
        error: 'A film series and a curated list cannot be merged.',
      })
      expect(await send('collection-merge', { from: 'best', into: 'best' })).toEqual({
        error: 'These are the same collection.',
      })
      expect(await send('collection-merge', { from: 'other', into: 'best', version: best.version })).toEqual({
        error: expect.stringMatching(/^Collection other has changed since version/),
      })

      expect((await send('collection-merge', { from: 'other', into: 'best', version: others.version })).result).toEqual(
        {
          ...{ merged: others.id, into: best.id, titleFa: 'بهترین', titles: 2 },
        },
      )
      expect(await namesOf('best')).toEqual(['a', 'b', 'c', 'd'])
      await send('collection-merge', { from: 'saga', into: 'series' })
      expect(await namesOf('series')).toEqual(['d', 'a', 'b'])
      expect((await get(`/api/titles/${await idOf('d')}`)).collection.id).toBe(into.id)

      expect(await show('other')).toMatchObject({ id: best.id })
      expect(await show(String(from.id))).toMatchObject({ id: into.id })
      expect(await respond(`/collections/${from.id}/saga`)).toEqual({ redirect: `/collections/${into.id}/a-series` })
      for (const call of ['', '/titles']) {
        const { status, json } = await server.createGuest().get(`/api/collections/${from.id}${call}`)
        expect([status, json.existing]).toEqual([404, { path: `/collections/${into.id}/a-series` }])
      }
      expect(await edit('collection-create', { key: 'saga' }, { titleFa: 'ن', titleEn: 'N' })).toEqual({
        error: 'Collection saga was merged into series.',
      })
      const again = await write([saga, film('e', { collection: 'saga', year: 2005 })])
      expect(again.refused).toMatchObject([{ reason: 'was merged into series' }])
      expect(await namesOf('series')).toEqual(['d', 'a', 'b', 'e'])
      expect(await logged(`collection ${into.id}`)).toEqual([[null, { merged: from.id, titles: 1 }]])
    })

    test('are removed without their titles', async () => {
      await write(rows)
      for (const collection of ['best', 'series']) await send('collection-remove', { collection })
      expect(await show('a')).toMatchObject({ collection: null })
      expect(await send('collection-show', { collection: 'series' })).toEqual({
        error: 'There is no collection series.',
      })
    })
  })

  test('slides are set in an order, removed, and drawn daily without any', async () => {
    await write([film('a'), film('b'), film('c')])
    const shown = async () =>
      (await get('/api/titles/slideshow?type=all')).map(({ titleEn }: { titleEn: string }) => titleEn)
    const drawn = await shown()
    const { version } = (await send('slideshow', {})).result
    expect((await send('slideshow-set', { titles: ['b', 'a', 'c', 'b'], version })).result.slides).toMatchObject([
      ...[{ name: 'b' }, { name: 'a' }, { name: 'c' }],
    ])
    expect(await shown()).toEqual(['Film b', 'Film a', 'Film c'])
    expect(await send('slideshow-set', { titles: ['a'], version })).toEqual({
      error: expect.stringMatching(/^The slideshow has changed since version/),
    })
    expect(await send('slideshow-set', { titles: ['a', 'z'] })).toEqual({ error: 'There is no title z.' })
    await send('slideshow-remove', { title: 'a' })
    expect(await send('slideshow-remove', { title: 'a' })).toEqual({ error: 'a is not in the slideshow.' })
    expect(await shown()).toEqual(['Film b', 'Film c'])
    await send('slideshow-set', { titles: [] })
    expect(await shown()).toEqual(drawn)
    expect(await logged('slideshow')).toEqual([
      [{ titles: ['b', 'c'] }, { titles: [] }],
      [{ titles: ['b', 'a', 'c'] }, { titles: ['b', 'c'] }],
      [{ titles: [] }, { titles: ['b', 'a', 'c'] }],
    ])
  })
})
