import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createApi } from '#server/areas/createApi.ts'
import { fingerprintOf } from '#server/catalogue/import/batchRows.ts'
import { ImportedRecord } from '#server/catalogue/import/importRecords.ts'
import { findTitles } from '#server/catalogue/search/findTitles.ts'
import type { Connection } from '#server/database/connect.ts'
import { openPictureStore } from '#server/pictures/pictureStore.ts'
import { openFolder } from '#server/storage/folderStorage.ts'
import { takeDatabase } from '#tests/harness/database/testDatabase.ts'
import { importRecords } from '#tests/harness/importRecords.ts'
import { API_ORIGIN, databaseKinds, TEST_SETTINGS } from '#tests/harness/server.ts'

const film = (fields: object) => ({ kind: 'title', type: 'movie', year: 1999, genres: ['drama'], ...fields })
const HAMOUN = film({ imdb: 'tt0099719', titleEn: 'Hamoun', titleFa: 'هامون', directors: ['nm0577140'] })
const LEILA = film({
  key: 'own-1',
  titleEn: 'Leila of Ours',
  titleFa: 'لیلای ما',
  cast: [{ person: 'Leila Zamani', character: 'لیلا' }],
})
const MEHRJUI = { kind: 'person', key: 'nm0577140', nameEn: 'Dariush Mehrjui', nameFa: 'داریوش مهرجویی', born: '1939' }
const FILMS_OF_MEHRJUI = { kind: 'collection', key: 'mehrjui', titleEn: 'Mehrjui', titleFa: 'مهرجویی' }
const NOW = new Date('2026-11-26T12:00:00Z')

type Named = { titleEn: string }
const names = (list: Named[]) => list.map(({ titleEn }) => titleEn)

test('recognises rows of earlier versions: a fingerprint covers the facts alone, without pictures', () => {
  const templates = readFileSync('docs/import/template.ndjson', 'utf8').trim().split('\n')
  const fingerprints = templates.flatMap((line) => {
    const { seasons, ...row } = JSON.parse(line)
    const pictured = {
      ...row,
      ...(row.kind === 'title' && { poster: 'poster.jpg', stills: ['still.jpg'] }),
      ...(seasons && { seasons: [{ ...seasons[0], episodes: seasons[0].episodes.map(withStill) }] }),
    }
    const record = v.parse(ImportedRecord, pictured)
    return record.kind === 'title' ? [fingerprintOf(record)] : []
  })
  expect(fingerprints).toEqual(['Zj3mpYjOMpdeGgAtsQTsBQ', 'BxjGCdW2vi0Qgv3QNGBN5D', 'SFwuqV5JcAsLCcCrxfwzSp'])
})
const withStill = (episode: object) => ({ ...episode, still: 'still.jpg' })

describe.each(databaseKinds)('import on %s', (kind) => {
  let connection: Connection
  let get: (path: string) => Promise<{ status: number; data: { [name: string]: unknown } & Named[] }>

  beforeEach(async () => {
    connection = await takeDatabase(kind)
    const media = {
      pictures: openPictureStore({ folder: '.cache/test-own-pictures' }),
      storage: openFolder('.cache/test-library'),
    }
    const api = createApi({ database: connection.database, clock: () => NOW, settings: TEST_SETTINGS }, media)
    get = async (path) => {
      const answer = await api.request(`${API_ORIGIN}${path}`)
      return { status: answer.status, data: (await answer.json()).data }
    }
  })
  afterEach(() => connection.close())

  const write = (records: string | readonly object[], options = {}) =>
    importRecords(connection, records, { now: NOW, ...options })
  const rowsOf = async (query: ReturnType<typeof sql>) => (await connection.database.execute(query)).rows
  const idOf = async (key: string) => (await rowsOf(sql`select id from titles where key = ${key}`))[0]?.id
  /** A hash of each table of the catalogue. */
  const everything = () =>
    Promise.all(
      ['titles', 'people', 'credits', 'episodes', 'collections', 'collection_titles', 'search_words', 'slides'].map(
        async (table) =>
          rowsOf(sql`select ${table} as name, md5(string_agg(t::text, '|' order by t::text)) as hash
            from ${sql.identifier(table)} as t`),
      ),
    )
  const search = async (q: string) =>
    names(
      (await findTitles(connection.database, { q, order_by: 'votes', page: 1, type: 'all', is_dubbed: false })).data,
    )

  test('writes titles, people, episodes, collections and slides, and search finds them at once', async () => {
    const result = await write([
      FILMS_OF_MEHRJUI,
      MEHRJUI,
      { ...LEILA, collection: 'mehrjui', releasedAt: '1998-02-01' },
      { ...HAMOUN, collection: 'mehrjui', releasedAt: '1990-02-01', access: 'premium' },
      {
        ...film({ key: 'serial', titleEn: 'Our Serial', titleFa: 'سریال ما' }),
        type: 'series',
        seasons: [{ number: 1, episodes: [{ number: 1, titleFa: 'آغاز' }, { number: 2 }] }],
      },
      { kind: 'slideshow', titles: ['own-1', 'tt0099719'] },
    ])
    expect(result).toEqual({ rows: 6, added: 3, changed: 0, unchanged: 0, refused: [] })
    const { data: hamoun } = await get('/api/titles/99719')
    expect(hamoun).toMatchObject({ titleFa: 'هامون', isPremium: true, directors: [{ fullnameFa: 'داریوش مهرجویی' }] })
    const { id } = hamoun.collection as { id: number }
    expect(names((await get(`/api/collections/${id}/titles`)).data)).toEqual(['Hamoun', 'Leila of Ours'])
    expect(await search('لیلای ما')).toContain('Leila of Ours')
    const { data: serial } = await get(`/api/titles/${await idOf('serial')}`)
    expect(serial.seasons).toMatchObject([{ number: 1, episodes: [{ titleFa: 'آغاز' }, { number: 2 }] }])
    expect(names((await get('/api/titles/slideshow?type=all')).data)).toEqual(['Leila of Ours', 'Hamoun'])
  })

  test('changes nothing when the same file is imported again', async () => {
    const file = [FILMS_OF_MEHRJUI, MEHRJUI, { ...HAMOUN, collection: 'mehrjui' }, { ...LEILA, collection: 'mehrjui' }]
    await write(file)
    const before = await everything()
    expect(await write(file)).toMatchObject({ added: 0, changed: 0, unchanged: 2, refused: [] })
    expect(await everything()).toEqual(before)
  })

  test('keeps the id of a changed title, and replaces its people, series and search words', async () => {
    await write([FILMS_OF_MEHRJUI, { ...LEILA, collection: 'mehrjui' }, { ...HAMOUN, collection: 'mehrjui' }])
    const id = await idOf('own-1')
    const renamed = { ...LEILA, titleFa: 'لیلای دیگر', cast: ['Ali Mosaffa'] }
    expect(await write([renamed])).toMatchObject({ added: 0, changed: 1 })
    expect(await idOf('own-1')).toBe(id)
    expect((await get(`/api/titles/${id}`)).data).toMatchObject({
      collection: null,
      cast: [{ fullnameEn: 'Ali Mosaffa' }],
    })
    expect(await search('لیلای دیگر')).toContain('Leila of Ours')
    expect(await rowsOf(sql`select from collection_titles where title_id = ${id}`)).toEqual([])
    expect(await rowsOf(sql`select from people where key = 'Leila Zamani'`)).toEqual([])
  })

  test('refuses single rows with their line and reason, and writes the others', async () => {
    const lines = [
      JSON.stringify(HAMOUN),
      '{"kind": "title", ',
      JSON.stringify(film({ key: 'a', titleEn: 'A', titleFa: 'آ', rating: 11 })),
      JSON.stringify(film({ key: 'b', titleEn: 'B', titleFa: 'ب', ratng: 5 })),
      JSON.stringify(film({ titleEn: 'C', titleFa: 'پ' })),
      JSON.stringify(film({ key: 'd', titleEn: 'D', titleFa: 'ت', genres: ['poetry'] })),
      JSON.stringify(film({ key: 'e', titleEn: 'E', titleFa: 'ث', collection: 'nowhere' })),
      JSON.stringify(film({ key: 'f', titleEn: 'F\0', titleFa: 'ج' })),
      JSON.stringify(film({ key: 'g', titleEn: 'G', titleFa: 'چ', releasedAt: '2024-02-31' })),
      '',
      JSON.stringify(HAMOUN),
      JSON.stringify({ kind: 'collection', key: 'x', titleEn: 'X', titleFa: 'خ', titles: ['tt0099719', 'tt9999999'] }),
      JSON.stringify(LEILA),
    ]
    const { refused, ...result } = await write(lines.join('\n'))
    expect(result).toEqual({ rows: 12, added: 2, changed: 0, unchanged: 0 })
    const reasons = new Map(refused.map(({ line, reason }) => [line, reason]))
    expect([...reasons.keys()].toSorted((one, other) => one - other)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 11, 12])
    for (const [line, reason] of [
      [2, /^is no JSON/],
      [3, /^rating: /],
      [4, /ratng/],
      [5, /either imdb or key/],
      [6, /no genre poetry; there are .*drama/],
      [7, /^collection: no row above has the key nowhere/],
      [8, /^titleEn: has control characters/],
      [9, /^releasedAt: is no day/],
      [11, /^repeats line 1$/],
      [12, /^titles: no row above has tt9999999$/],
    ] as const) {
      expect(reasons.get(line), `line ${line}`).toMatch(reason)
    }
  })

  test('a dry run reports the same and writes nothing', async () => {
    const before = await everything()
    const file = [MEHRJUI, HAMOUN, film({ key: 'bad', titleEn: 'Bad', titleFa: 'بد', votes: -1 })]
    const trial = await write(file, { dryRun: true })
    expect(await everything()).toEqual(before)
    expect(await write(file)).toEqual(trial)
    expect(trial).toMatchObject({ added: 1, refused: [{ line: 3 }] })
  })

  test('continues after it was interrupted in the middle of a file', async () => {
    const file = Array.from({ length: 250 }, (_, at) =>
      film({ key: `many-${at}`, titleEn: `Many ${at}`, titleFa: `بسیار ${at}`, directors: [`Director ${at % 7}`] }),
    )
    await expect(write(`${file.map((row) => JSON.stringify(row)).join('\n')}\n\u0000`)).resolves.toMatchObject({
      added: 250,
    })
    await connection.database.execute(sql`delete from titles where key like 'many-2%'`)
    expect(await write(file)).toMatchObject({ rows: 250, added: 61, unchanged: 189, refused: [] })
    expect(await rowsOf(sql`select from people where key like 'Director %'`)).toHaveLength(7)
  })

  test('reads titles from a CSV file, with a byte order mark and quoted line breaks', async () => {
    const text = [
      '\uFEFFkey,type,titleEn,titleFa,year,genres,cast,isDubbed,synopsis,votes',
      'csv-1,movie,One,یک,1390,drama|comedy,Leila Hatami=لیلا|Ali Mosaffa,true,"سطر اول\nسطر دوم",5',
      'csv-1,movie,One,یک,2011,drama|comedy,Leila Hatami=لیلا|Ali Mosaffa,true,"سطر اول\nسطر دوم",5',
      'csv-2,movie,Two,دو,twenty,drama,,,,',
    ].join('\r\n')
    const { refused, ...result } = await write(text, { format: 'csv' })
    expect(result).toEqual({ rows: 3, added: 1, changed: 0, unchanged: 0 })
    expect(refused.map(({ line }) => line)).toEqual([1, 3])
    expect((await get(`/api/titles/${await idOf('csv-1')}`)).data).toMatchObject({
      synopsis: 'سطر اول\nسطر دوم',
      isDubbed: true,
      cast: [{ fullnameEn: 'Leila Hatami', character: 'لیلا' }, { fullnameEn: 'Ali Mosaffa' }],
    })
  })

  test.each(['ndjson', 'csv'] as const)('writes the %s template of the documentation', async (format) => {
    const result = await write(readFileSync(`docs/import/template.${format}`, 'utf8'), { format })
    expect(result.refused).toEqual([])
    // The demo catalogue has one of the titles.
    expect(result).toMatchObject({ changed: 1, added: format === 'csv' ? 1 : 2 })
  })

  test('tells two people of one name apart by their keys', async () => {
    await write([
      { kind: 'person', key: 'nm1', nameEn: 'Ali Hatami', nameFa: 'علی حاتمی' },
      { kind: 'person', key: 'nm2', nameEn: 'Ali Hatami', nameFa: 'علی حاتمی' },
      film({ key: 'h1', titleEn: 'First', titleFa: 'نخست', directors: ['nm1'] }),
      film({ key: 'h2', titleEn: 'Second', titleFa: 'دوم', directors: ['nm2'] }),
    ])
    const rows = await rowsOf(sql`select id from people where fullname_en = 'Ali Hatami'`)
    expect(new Set(rows.map(({ id }) => id)).size).toBe(2)
  })

  test('lists a title with a future release among coming titles, and corrects its day', async () => {
    const soon = film({ key: 'soon', titleEn: 'Soon', titleFa: 'به‌زودی', year: 2027, releasedAt: '2027-03-21' })
    await write([soon])
    const coming = async () =>
      (await get('/api/titles/comingsoon?type=all&page=1&per_page=60')).data.filter(({ titleEn }) => titleEn === 'Soon')
    expect(await coming()).toMatchObject([{ releasedAt: '2027-03-21' }])
    await write([{ ...soon, releasedAt: '2027-04-01' }])
    expect(await coming()).toMatchObject([{ releasedAt: '2027-04-01' }])
    await write([{ ...soon, releasedAt: '2026-11-01', year: 2026 }])
    expect(await coming()).toEqual([])
    expect(await search('به‌زودی')).toContain('Soon')
  })

  test('hides a title in lists, search, pages and files, and keeps its row', async () => {
    await write([
      FILMS_OF_MEHRJUI,
      MEHRJUI,
      { ...HAMOUN, collection: 'mehrjui' },
      { ...LEILA, directors: ['nm0577140'], collection: 'mehrjui' },
    ])
    const id = await idOf('own-1')
    const { data: hamoun } = await get('/api/titles/99719')
    const [director] = hamoun.directors as { id: number }[]
    await write([{ ...LEILA, directors: ['nm0577140'], collection: 'mehrjui', access: 'hidden' }])
    expect((await get(`/api/titles/${id}`)).status).toBe(404)
    expect((await get(`/api/titles/${id}/files`)).status).toBe(404)
    expect(await search('لیلای ما')).not.toContain('Leila of Ours')
    expect((await get(`/api/people/${director?.id}`)).data).toMatchObject({ titles: [{ titleEn: 'Hamoun' }] })
    expect(names((await get('/api/titles/99719/similar')).data)).not.toContain('Leila of Ours')
    expect(await rowsOf(sql`select is_hidden from titles where id = ${id}`)).toEqual([{ is_hidden: true }])
  })
})
