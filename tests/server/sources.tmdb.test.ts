import { access, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { withdrawExpired } from '#server/catalogue/titleSources.ts'
import { readSourceSettings } from '#server/config.ts'
import type { Connection } from '#server/database/connect.ts'
import { readIds } from '#server/operator/sources/readIds.ts'
import { runTmdbSource } from '#server/operator/sources/runSource.ts'
import { openSourceOutput } from '#server/operator/sources/sourceOutput.ts'
import { writeTmdbTitles } from '#server/operator/sources/tmdbSource.ts'
import { openPictureFiles } from '#server/pictures/pictureFiles.ts'
import { openFolder } from '#server/storage/folderStorage.ts'
import { takeDatabase } from '#tests/harness/database/testDatabase.ts'
import { createOperator, startOperator } from '#tests/harness/fixtures/operatorCommands.ts'
import { pictureFile } from '#tests/harness/fixtures/operatorPictures.ts'
import { importRecords, readRows } from '#tests/harness/importRecords.ts'
import { type FakeAnswer, type FakeSource, startFakeSource } from '#tests/harness/network/fakeSource.ts'
import { databaseKinds } from '#tests/harness/server.ts'

const NOW = new Date('2026-11-28T12:00:00Z')
const DAY = 86_400_000

const person = (id: number, name: string) => ({ adult: false, id, name, original_name: name, credit_id: `c${id}` })
const MOVIE = {
  ...{ id: 30020, adult: false, title: 'خانهٔ دوست کجاست؟', original_title: 'خانه دوست کجاست', original_language: 'fa' },
  ...{ overview: 'ignored', release_date: '1987-02-01', runtime: 83, vote_average: 8.049, vote_count: 400 },
  genres: [
    { id: 18, name: 'درام' },
    { id: 10770, name: 'TV' },
  ],
  production_countries: [{ iso_3166_1: 'IR', name: 'Iran' }],
  ...{ poster_path: '/abcDEF123.jpg', backdrop_path: null },
  credits: {
    cast: [
      { ...person(11, 'Babek Ahmed Poor'), character: 'Ahmed' },
      { ...person(11, 'Babek Ahmed Poor'), character: 'Twice' },
    ],
    crew: [
      { ...person(10, 'Abbas Kiarostami'), job: 'Director' },
      { ...person(10, 'Abbas Kiarostami'), job: 'Writer' },
    ],
  },
  translations: {
    translations: [
      { iso_3166_1: 'US', iso_639_1: 'en', data: { title: "Where Is the Friend's House?", overview: 'A boy…' } },
      {
        iso_3166_1: 'IR',
        iso_639_1: 'fa',
        data: { title: 'خانهٔ دوست کجاست؟', overview: 'پسری دنبال خانهٔ دوستش است.' },
      },
    ],
  },
}
/** Without a Persian translation. */
const SERIES = {
  ...{
    id: 1396,
    name: 'Breaking Bad',
    original_name: 'Breaking Bad',
    original_language: 'en',
    first_air_date: '2008-01-20',
  },
  ...{
    episode_run_time: [],
    vote_average: 0,
    vote_count: 0,
    genres: [{ id: 10765 }],
    origin_country: ['US'],
    overview: '',
  },
  created_by: [person(12, 'Vince Gilligan')],
  seasons: [{ season_number: 0 }, { season_number: 1 }],
  ...{ poster_path: null, backdrop_path: '/../../etc/passwd' },
  credits: { cast: [], crew: [] },
  translations: { translations: [{ iso_639_1: 'fa', iso_3166_1: 'IR', data: { name: '', overview: '' } }] },
}
const ANSWERS: Record<string, FakeAnswer> = {
  '/3/find/tt0093342': { json: { movie_results: [{ id: 30020 }], tv_results: [] } },
  '/3/find/tt0903747': { json: { movie_results: [], tv_results: [{ id: 1396 }], person_results: [] } },
  '/3/find/tt0000002': { json: { movie_results: [], tv_results: [] } },
  '/3/find/tt0000003': { json: { movie_results: [{ id: 3 }] } },
  '/3/find/tt0000004': { json: { movie_results: [{ id: 4 }] } },
  '/3/find/tt0000005': { json: { movie_results: [{ id: 5 }] } },
  '/3/movie/30020': { json: MOVIE },
  '/3/tv/1396': { json: { ...SERIES, backdrop_path: null } },
  '/3/tv/1396/season/1': {
    json: {
      season_number: 1,
      episodes: [
        { episode_number: 0, name: 'ویژه', air_date: '2008-01-01', runtime: 5 },
        { episode_number: 1, name: 'آزمایشی', air_date: '2008-01-20', runtime: 58 },
        { episode_number: 2, name: 'قسمت ۲', air_date: null, runtime: null },
      ],
    },
  },
  '/3/movie/3': { json: { ...MOVIE, id: 3, adult: true } },
  '/3/movie/5': { json: { ...MOVIE, id: 5, release_date: '', credits: { cast: [], crew: [] } } },
}

let folder: string
let out: string
let tmdb: FakeSource
let picture: Buffer
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parde-tmdb-'))
  out = join(folder, 'films.ndjson')
  picture = Buffer.from(await pictureFile({ width: 780, height: 1170 }))
  tmdb = await startFakeSource((url) => {
    if (url.pathname.startsWith('/t/p/w780/')) return { status: 200, body: picture as unknown as string }
    return ANSWERS[url.pathname] ?? { status: 404, body: '{"status_code":34}' }
  })
})
afterEach(async () => {
  await tmdb.close()
  await rm(folder, { recursive: true, force: true })
})

async function run(ids: readonly string[], options: { images?: string; adult?: boolean; now?: Date } = {}) {
  const refusals: string[] = []
  const waits: number[] = []
  const refuse = (line: number, reason: string) => refusals.push(`${line}: ${reason}`)
  await writeFile(join(folder, 'ids.txt'), ids.join('\n'))
  const { now = NOW, images, adult = false } = options
  const output = await openSourceOutput(out, now)
  try {
    const { titles } = await writeTmdbTitles({
      ...{
        ids: await readIds(join(folder, 'ids.txt'), refuse),
        output,
        clock: () => now,
        refuse,
        onProgress: () => undefined,
      },
      ...{ token: 'secret.token', adult, images },
      urls: { api: `${tmdb.url}/3`, images: `${tmdb.url}/t/p` },
      server: { wait: async (ms: number) => void waits.push(ms) },
    })
    return { titles, refusals, waits }
  } finally {
    await output.close()
  }
}
const rowsOf = () => readRows(out)

test('writes Persian facts of films and series with the day they were fetched; a missing translation leaves English names', async () => {
  expect(await run(['tt0093342', 'tt0903747'])).toMatchObject({ titles: 2, refusals: [] })
  const rows = await rowsOf()
  expect(rows.map(({ key, imdb }) => key ?? imdb)).toEqual(['tmdb-10', 'tmdb-11', 'tt0093342', 'tmdb-12', 'tt0903747'])
  expect(rows[2]).toEqual({
    ...{ kind: 'title', imdb: 'tt0093342', type: 'movie', titleEn: "Where Is the Friend's House?" },
    ...{
      titleFa: 'خانهٔ دوست کجاست؟',
      otherNames: ['خانه دوست کجاست'],
      year: 1987,
      releasedAt: '1987-02-01',
      runtime: 83,
    },
    ...{ genres: ['drama'], countries: ['IR'], languages: ['fa'], rating: 8.049, votes: 400 },
    ...{ synopsis: 'پسری دنبال خانهٔ دوستش است.', directors: ['tmdb-10'] },
    cast: [{ person: 'tmdb-11', character: 'Ahmed' }],
    source: { name: 'tmdb', fetchedAt: '2026-11-28' },
  })
  expect(rows[4]).toMatchObject({
    ...{
      type: 'series',
      titleEn: 'Breaking Bad',
      titleFa: 'Breaking Bad',
      genres: ['sci-fi', 'fantasy'],
      countries: ['US'],
    },
    seasons: [
      { number: 1, episodes: [{ number: 1, titleFa: 'آزمایشی', runtime: 58, airedAt: '2008-01-20' }, { number: 2 }] },
    ],
  })
  expect(rows[4]).not.toHaveProperty('rating')
  expect(rows[4]).not.toHaveProperty('synopsis')
  const { calls } = tmdb
  expect(calls.every(({ headers }) => headers.authorization === 'Bearer secret.token')).toBe(true)
  expect(calls.filter(({ url }) => url.searchParams.get('language') === 'fa-IR')).toHaveLength(3)
})

test('refuses unknown, removed, adult and incomplete titles with the line of the list', async () => {
  const { refusals, titles } = await run(['tt0000002', 'tt0000003', 'tt0000004', 'tt0000005'])
  expect(titles).toBe(0)
  expect(refusals).toEqual([
    '1: tt0000002: TMDB has no film or series with this IMDb id',
    '2: tt0000003: is an adult title',
    '3: tt0000004: TMDB has removed it',
    expect.stringMatching(/^4: tt0000005: year: /),
  ])
})

test('does not load a picture from a path that leads elsewhere', async () => {
  tmdb.disturb(ANSWERS['/3/find/tt0903747'] ?? 'drop', ...Array.from({ length: 6 }, () => ({ json: SERIES })))
  await expect(run(['tt0903747'], { images: join(folder, 'pictures') })).rejects.toThrow(
    'its answer is not as documented',
  )
  expect(await readFile(out, 'utf8')).toBe('')
})

test('waits as TMDB says, continues a run that failed, and names a refused token without quoting it', async () => {
  tmdb.disturb({ status: 429, headers: { 'Retry-After': '3' } }, { status: 500 })
  expect(await run(['tt0093342'])).toMatchObject({ titles: 1, waits: [3000, 4000] })
  tmdb.disturb({ status: 401, body: '{"status_code":7}' })
  const refused = run(['tt0093342', 'tt0903747'])
  await expect(refused).rejects.toThrow('TMDB refuses the key or the caller (401).')
  tmdb.calls.length = 0
  expect(await run(['tt0093342', 'tt0903747'])).toMatchObject({ titles: 1, refusals: [] })
  expect(tmdb.calls[0]?.url.pathname).toBe('/3/find/tt0903747')
})

test('does not continue a file with rows older than six months', async () => {
  await run(['tt0093342'])
  const later = new Date(NOW.getTime() + 180 * DAY)
  await expect(run(['tt0903747'], { now: later })).rejects.toThrow('has rows older than six months')
})

test('refuses to run without a token, and on a site that takes money without an agreement', async () => {
  await writeFile(join(folder, 'ids.txt'), 'tt0093342')
  const start = (env: Record<string, string>, commercialAgreement = false) =>
    runTmdbSource({ out, ids: join(folder, 'ids.txt'), adult: false, commercialAgreement }, readSourceSettings(env), {
      clock: () => NOW,
      onRefused: () => undefined,
      onProgress: () => undefined,
    })
  const selling = { PAYMENTS: 'zarinpal', ZARINPAL_MERCHANT_ID: '1344b5d4-0048-41e8-94db-005056a205be' }
  await expect(start({ ...selling, TMDB_TOKEN: 'secret' })).rejects.toThrow(
    'TMDB allows commercial use only by agreement',
  )
  await expect(start({ ...selling, TMDB_COMMERCIAL: '1' })).rejects.toThrow('TMDB_TOKEN must be')
  await expect(start(selling, true)).rejects.toThrow('TMDB_TOKEN must be')
  await expect(start({ TMDB_TOKEN: 'no token\n' })).rejects.toThrow('TMDB_TOKEN must be')
  await expect(access(out)).rejects.toThrow('ENOENT')
})

describe.each(databaseKinds)('facts from TMDB on %s', (kind) => {
  let connection: Connection
  beforeEach(async () => {
    connection = await takeDatabase(kind)
  })
  afterEach(() => connection.close())
  const rowsIn = async (query: ReturnType<typeof sql>) => (await connection.database.execute(query)).rows
  const at = (days: number) => new Date(NOW.getTime() + days * DAY)
  const film = (source: object | null, more: object = {}) => ({
    ...{
      kind: 'title',
      imdb: 'tt9000001',
      type: 'movie',
      titleEn: 'Aged',
      titleFa: 'کهنه',
      year: 1999,
      genres: ['drama'],
    },
    ...{ synopsis: 'متن', cast: ['Aged Actor'], source, ...more },
  })
  const fetched = (days: number) => film({ name: 'tmdb', fetchedAt: at(days).toISOString().slice(0, 10) })

  test('loads pictures only if asked to, without the token, and the import stores them', async () => {
    const images = join(folder, 'pictures')
    await run(['tt0093342'], { images })
    expect(await readdir(images)).toEqual(['tmdb-abcDEF123.jpg'])
    const [asked] = tmdb.calls.filter(({ url }) => url.pathname === '/t/p/w780/abcDEF123.jpg')
    expect(asked?.headers.authorization).toBeUndefined()
    const files = openPictureFiles(openFolder(folder))
    const text = await readFile(out, 'utf8')
    expect(await importRecords(connection, text, { now: NOW, folder: { images, files } })).toMatchObject({
      pictures: 1,
      refused: [],
    })
  })

  test('the import refuses facts that are too old, from the future, or for a site that takes money without an agreement', async () => {
    const write = async (row: object) => (await importRecords(connection, [row], { now: NOW })).refused[0]?.reason
    expect(await write(fetched(-180))).toMatch(/^source: TMDB's facts of .* may not be kept: fetch them again$/)
    expect(await write(fetched(2))).toBe('source: fetchedAt is in the future')
    expect(await write({ ...fetched(-179) })).toBeUndefined()
    const selling = await importRecords(connection, [fetched(0)], { now: NOW, mayUseTmdb: false })
    expect(selling.refused[0]?.reason).toBe('source: TMDB allows commercial use only by agreement (TMDB_COMMERCIAL=1)')
    expect(await write(film({ name: 'wikidata', fetchedAt: '2020-01-01' }))).toBeUndefined()
  })

  test('facts that were fetched again and are the same renew only their day', async () => {
    await importRecords(connection, [fetched(0)], { now: NOW })
    const updated = () => rowsIn(sql`select updated_at from titles where imdb = 'tt9000001'`)
    const before = await updated()
    expect(await importRecords(connection, [fetched(30)], { now: at(30) })).toMatchObject({ changed: 0, unchanged: 1 })
    expect(await updated()).toEqual(before)
    expect(await rowsIn(sql`select fetched_at::text as day from title_sources`)).toEqual([{ day: '2026-12-28' }])
  })

  test('titles that were not fetched again are listed, then hidden without their facts, and come back with an import', async () => {
    await importRecords(connection, [fetched(0)], { now: NOW })
    const due = async (days: number) => {
      const operator = createOperator({ connection, clock: () => at(160) })
      return (await operator('source-due', { days })).result.due
    }
    expect([await due(10), await due(30)]).toEqual([[], ['tt9000001']])
    const shown = () =>
      rowsIn(sql`select id, is_hidden, title_fa, synopsis, (select count(*)::integer from credits where title_id = titles.id) as credits
        from titles where imdb = 'tt9000001'`)
    const id = 9_000_001
    const { database } = connection
    await withdrawExpired({ database, clock: () => at(179) })
    const facts = { id, is_hidden: false, title_fa: 'کهنه', synopsis: 'متن', credits: 1 }
    expect(await shown()).toEqual([facts])
    await withdrawExpired({ database, clock: () => at(180) })
    expect(await shown()).toEqual([{ id, is_hidden: true, title_fa: 'tt9000001', synopsis: null, credits: 0 }])
    expect(await rowsIn(sql`select from people where key = 'Aged Actor'`)).toEqual([])
    expect(await due(0)).toEqual(['tt9000001'])
    await importRecords(connection, [fetched(180)], { now: at(180) })
    expect(await shown()).toEqual([facts])
    expect(await due(0)).toEqual([])
  })

  test('an edit of the operator keeps the source and its day', async () => {
    await importRecords(connection, [fetched(0)], { now: NOW })
    const operator = createOperator({ connection, clock: () => at(1) })
    const edited = await operator(
      'title-edit',
      { title: 'tt9000001' },
      Buffer.from(JSON.stringify({ titleFa: 'تازه' })),
    )
    expect(edited.result).toMatchObject({ titleFa: 'تازه' })
    const shown = await operator('title-show', { title: 'tt9000001' })
    expect(shown.result).toMatchObject({ titleFa: 'تازه', source: { name: 'tmdb', fetchedAt: '2026-11-28' } })
    expect(await rowsIn(sql`select name, fetched_at::text as day from title_sources`)).toEqual([
      { name: 'tmdb', day: '2026-11-28' },
    ])
    const moved = await operator('title-edit', { title: 'tt9000001' }, Buffer.from(JSON.stringify({ source: null })))
    expect(moved.error).toMatch(/^There is no fact source to change/)
  })

  test('facts of another source replace the day', async () => {
    await importRecords(connection, [fetched(0)], { now: NOW })
    await importRecords(connection, [film(null, { titleEn: 'Mine' })], { now: NOW })
    expect(await rowsIn(sql`select from title_sources`)).toEqual([])
  })

  test('the app learns which sources it must name', async () => {
    const { connection, server } = await startOperator(kind)
    const sources = async () => (await server.createGuest().get('/api/contact')).json.catalogueSources
    expect(await sources()).toEqual([])
    const wikidata = film({ name: 'wikidata', fetchedAt: '2026-11-01' }, { imdb: 'tt9000002', titleEn: 'Other' })
    await importRecords(connection, [fetched(0), wikidata], { now: NOW })
    expect(await sources()).toEqual(['wikidata', 'tmdb'])
    await server.close()
  })
})
