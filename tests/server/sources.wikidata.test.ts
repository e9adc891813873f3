import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Connection } from '#server/database/connect.ts'
import { readIds } from '#server/operator/sources/readIds.ts'
import { openSourceOutput } from '#server/operator/sources/sourceOutput.ts'
import { writeWikidataTitles } from '#server/operator/sources/wikidataSource.ts'
import { takeDatabase } from '#tests/harness/database/testDatabase.ts'
import { importRecords, readRows } from '#tests/harness/importRecords.ts'
import { type FakeSource, startFakeSource } from '#tests/harness/network/fakeSource.ts'

const NOW = new Date('2026-11-28T12:00:00Z')

type Value = object | string
const claim = (value: Value, more: object = {}) => ({
  mainsnak: { snaktype: 'value', property: 'P', datavalue: { value, type: 'any' } },
  type: 'statement',
  rank: 'normal',
  ...more,
})
const item = (id: string, more?: object) => claim({ 'entity-type': 'item', id }, more)
const date = (time: string, precision = 11, more?: object) => claim({ time, precision, timezone: 0 }, more)
const terms = (names: Record<string, string>) =>
  Object.fromEntries(Object.entries(names).map(([language, value]) => [language, { language, value }]))
const entity = (id: string, labels: Record<string, string>, claims: object = [], more: object = {}) => ({
  ...{ type: 'item', id, labels: terms(labels), descriptions: [], aliases: [], claims },
  ...more,
})

/** Items in the shape of `wbgetentities`; empty maps are lists, as MediaWiki writes them. */
const ITEMS: Record<string, object> = Object.fromEntries(
  [
    entity(
      'Q1',
      { fa: 'خانهٔ دوست کجاست؟', en: 'Where Is the Friend’s House?' },
      {
        P31: [item('Q11424')],
        P57: [item('Q10')],
        P161: [
          item('Q11', { qualifiers: { P453: [{ snaktype: 'value', datavalue: { value: { id: 'Q30' } } }] } }),
          item('Q12', { qualifiers: { P4633: [{ snaktype: 'value', datavalue: { value: 'Teacher' } }] } }),
          item('Q11'),
          item('Q13'),
          { ...item('Q99'), mainsnak: { snaktype: 'somevalue' } },
        ],
        P136: [item('Q20'), item('Q21')],
        P495: [item('Q794')],
        P364: [item('Q9168')],
        P577: [
          date('+1988-01-01T00:00:00Z'),
          date('+1987-02-01T00:00:00Z'),
          date('+1970-00-00T00:00:00Z', 9, { rank: 'deprecated' }),
        ],
        P2047: [claim({ amount: '+83', unit: 'http://www.wikidata.org/entity/Q7727' })],
      },
      {
        descriptions: terms({ fa: 'فیلمی از عباس کیارستمی' }),
        aliases: { fa: [{ language: 'fa', value: 'خانه دوست' }] },
      },
    ),
    entity(
      'Q2',
      { mul: 'Our Serial' },
      {
        P31: [item('Q5398426')],
        P136: [item('Q20')],
        P580: [date('+2008-00-00T00:00:00Z', 9)],
      },
    ),
    entity('Q3', { en: 'No Date' }, { P136: [item('Q20')] }),
    entity(
      'Q4',
      { en: 'Evil\u202e\u0000 <script>' },
      { P136: [item('Q20')], P577: [date('+1999-00-00T00:00:00Z', 9)] },
    ),
    entity(
      'Q10',
      { fa: 'عباس کیارستمی', en: 'Abbas Kiarostami' },
      { P345: [claim('nm0452102')], P569: [date('+1940-06-22T00:00:00Z')] },
    ),
    entity('Q11', { en: 'Babek Ahmed Poor' }),
    entity('Q12', { en: 'Khodabakhsh Defaei' }),
    entity('Q13', { ja: '名前' }),
    entity('Q20', { en: 'drama film' }),
    entity('Q21', { en: "children's film" }),
    entity('Q30', { fa: 'احمد', en: 'Ahmed' }),
    entity('Q794', { en: 'Iran' }, { P297: [claim('IR')] }),
    entity('Q9168', { en: 'Persian' }, { P218: [claim('fa')] }),
    entity('Q11424', { en: 'film' }),
    entity('Q5398426', { en: 'television series' }),
  ].map((one) => [one.id, one]),
)
const BY_IMDB: Record<string, string> = {
  tt0093342: 'Q1',
  tt0903747: 'Q2',
  tt0000003: 'Q3',
  tt0000004: 'Q4',
  tt0000005: 'Q5',
}

let connection: Connection
let folder: string
let out: string
let wikidata: FakeSource
let waits: number[]
beforeAll(async () => {
  connection = await takeDatabase('pglite')
})
afterAll(() => connection.close())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parde-wikidata-'))
  out = join(folder, 'films.ndjson')
  waits = []
  wikidata = await startFakeSource((url) => {
    if (url.pathname === '/sparql') {
      const ids = [...(url.searchParams.get('query') ?? '').matchAll(/"(tt\d+)"/g)].flatMap(([, id = '']) => id)
      const bindings = ids.flatMap((id) =>
        BY_IMDB[id]
          ? [{ item: { type: 'uri', value: `http://www.wikidata.org/entity/${BY_IMDB[id]}` }, imdb: { value: id } }]
          : [],
      )
      return { json: { head: { vars: ['item', 'imdb'] }, results: { bindings } } }
    }
    const ids = url.searchParams.get('ids')?.split('|') ?? []
    if (ids.length > 50) return { json: { error: { code: 'toomanyvalues', info: 'Too many values' } } }
    return {
      json: { entities: Object.fromEntries(ids.map((id) => [id, ITEMS[id] ?? { id, missing: '' }])), success: 1 },
    }
  })
})
afterEach(async () => {
  await wikidata.close()
  await rm(folder, { recursive: true, force: true })
})

async function run(ids: readonly string[], server: object = {}) {
  const refusals: string[] = []
  const refuse = (line: number, reason: string) => refusals.push(`${line}: ${reason}`)
  await writeFile(join(folder, 'ids.txt'), ids.join('\n'))
  const wanted = await readIds(join(folder, 'ids.txt'), refuse)
  const output = await openSourceOutput(out, NOW)
  try {
    const { titles } = await writeWikidataTitles({
      ...{ ids: wanted, output, clock: () => NOW, refuse, onProgress: () => undefined, contact: 'sara@example.com' },
      urls: { query: `${wikidata.url}/sparql`, api: `${wikidata.url}/w/api.php` },
      server: { wait: async (ms: number) => void waits.push(ms), ...server },
    })
    return { titles, refusals }
  } finally {
    await output.close()
  }
}
const rowsOf = () => readRows(out)

test('writes Persian names, people, genres, countries and dates, which the import accepts', async () => {
  expect(await run(['tt0093342', 'tt0903747'])).toEqual({ titles: 2, refusals: [] })
  const rows = await rowsOf()
  expect(rows[0]).toEqual({
    ...{ kind: 'person', key: 'nm0452102', nameEn: 'Abbas Kiarostami', nameFa: 'عباس کیارستمی', born: '1940-06-22' },
  })
  expect(rows[3]).toEqual({
    ...{ kind: 'title', imdb: 'tt0093342', type: 'movie', titleEn: 'Where Is the Friend’s House?' },
    ...{ titleFa: 'خانهٔ دوست کجاست؟', otherNames: ['خانه دوست'], year: 1987, releasedAt: '1987-02-01', runtime: 83 },
    ...{ synopsis: 'فیلمی از عباس کیارستمی', genres: ['family', 'drama'], countries: ['IR'], languages: ['fa'] },
    directors: ['nm0452102'],
    cast: [
      { person: 'Q11', character: 'احمد' },
      { person: 'Q12', character: 'Teacher' },
    ],
    source: { name: 'wikidata', fetchedAt: '2026-11-28' },
  })
  expect(rows[4]).toMatchObject({ type: 'series', titleEn: 'Our Serial', titleFa: 'Our Serial', year: 2008 })
  const imported = await importRecords(connection, await readFile(out, 'utf8'), { now: NOW, dryRun: true })
  expect(imported).toMatchObject({ rows: 5, refused: [] })
})

test('tells Wikimedia who asks, and asks for 50 items at a time with maxlag', async () => {
  await run(Array.from({ length: 60 }, (_, at) => `tt10000${String(at).padStart(2, '0')}`).concat('tt0093342'))
  const { calls } = wikidata
  expect(calls.every(({ headers }) => headers['user-agent']?.includes('sara@example.com'))).toBe(true)
  expect(calls.filter(({ url }) => url.pathname === '/sparql')).toHaveLength(2)
  const entities = calls.filter(({ url }) => url.pathname === '/w/api.php')
  expect(entities.length).toBeGreaterThan(0)
  expect(entities.every(({ url }) => url.searchParams.get('maxlag') === '5')).toBe(true)
})

test('refuses unknown, deleted, incomplete and hostile items with the line of the list', async () => {
  const { titles, refusals } = await run(['tt0000003', 'tt0000004', 'tt0000005', 'tt0000006'])
  expect(titles).toBe(1)
  expect(refusals).toEqual([
    expect.stringMatching(/^1: tt0000003: year: /),
    '3: tt0000005: Wikidata has no item with this IMDb id',
    '4: tt0000006: Wikidata has no item with this IMDb id',
  ])
  expect((await rowsOf())[0]).toMatchObject({ titleEn: 'Evil <script>', titleFa: 'Evil <script>' })
})

test('waits as Retry-After says, and repeats calls after errors, lost connections and garbage', async () => {
  const maxlag = { error: { code: 'maxlag', info: 'Waiting for a database' } }
  wikidata.disturb(
    { status: 429, headers: { 'Retry-After': '7' } },
    { status: 502, body: '<html>' },
    'drop',
    { status: 200, body: 'garbage' },
    { status: 200, body: JSON.stringify(maxlag), headers: { 'Retry-After': '5' } },
  )
  expect(await run(['tt0903747'])).toEqual({ titles: 1, refusals: [] })
  expect(waits).toEqual([7000, 4000, 8000, 16_000, 5000])
})

test('gives up in one line when a server does not answer, asks for hours, or refuses the caller', async () => {
  wikidata.disturb(...Array.from({ length: 6 }, () => 'hang' as const))
  await expect(run(['tt0093342'], { timeout: 50 })).rejects.toThrow(
    'Wikidata cannot be read now: it does not answer. The same command continues later.',
  )
  wikidata.disturb({ status: 429, headers: { 'Retry-After': '7200' } })
  await expect(run(['tt0093342'])).rejects.toThrow('Wikidata cannot be read now: it answers 429.')
  wikidata.disturb({ status: 403 })
  await expect(run(['tt0093342'])).rejects.toThrow('Wikidata refuses the key or the caller (403).')
  wikidata.disturb(
    { status: 302, headers: { Location: 'http://127.0.0.1:9/' } },
    ...Array.from({ length: 5 }, () => 'drop' as const),
  )
  await expect(run(['tt0093342'])).rejects.toThrow('the connection failed')
})

test('continues a killed run: a line that was cut off is removed, and written titles are not asked for again', async () => {
  await run(['tt0093342'])
  const whole = await readFile(out, 'utf8')
  await appendFile(out, Buffer.from('{"kind":"title","imdb":"tt0903747","titleFa":"س').subarray(0, -1))
  wikidata.calls.length = 0
  expect(await run(['tt0093342', 'tt0903747'])).toEqual({ titles: 1, refusals: [] })
  expect((await readFile(out, 'utf8')).startsWith(whole)).toBe(true)
  expect((await rowsOf()).map(({ imdb }) => imdb).filter(Boolean)).toEqual(['tt0093342', 'tt0903747'])
  expect(wikidata.calls[0]?.url.searchParams.get('query')).not.toContain('tt0093342')
})

test('leaves a file with other content as it is', async () => {
  await writeFile(out, 'a letter\nof mine')
  await expect(run(['tt0093342'])).rejects.toThrow('has other content than rows of a catalogue in line 1')
  expect(await readFile(out, 'utf8')).toBe('a letter\nof mine')
})
