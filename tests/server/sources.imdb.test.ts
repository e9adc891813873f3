import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Connection } from '#server/database/connect.ts'
import { runImdbSource } from '#server/operator/sources/runSource.ts'
import { takeDatabase } from '#tests/harness/database/testDatabase.ts'
import { importRecords, readRows } from '#tests/harness/importRecords.ts'

const NOW = new Date('2026-11-28T12:00:00Z')
const HEADERS = {
  'title.basics': 'tconst titleType primaryTitle originalTitle isAdult startYear endYear runtimeMinutes genres',
  'title.ratings': 'tconst averageRating numVotes',
  'title.akas': 'titleId ordering title region language types attributes isOriginalTitle',
  'title.episode': 'tconst parentTconst seasonNumber episodeNumber',
  'title.principals': 'tconst ordering nconst category job characters',
  'name.basics': 'nconst primaryName birthYear deathYear primaryProfession knownForTitles',
}
type Name = keyof typeof HEADERS
const tabbed = (line: string) => line.replace(/ \| /g, '\t')
const FILES: Record<Name, string[]> = {
  'title.basics': [
    String.raw`tt0093342 | movie | Where Is the Friend's House? | Khane-ye doust kodjast? | 0 | 1987 | \N | 83 | Drama,Family`,
    'tt0903747 | tvSeries | "Breaking" Bad | "Breaking" Bad | 0 | 2008 | 2013 | 45 | Crime,Drama,Film-Noir',
    String.raw`tt0959621 | tvEpisode | Pilot | Pilot | 0 | 2008 | \N | 58 | Crime`,
    String.raw`tt1054724 | tvEpisode | Cat's in the Bag | Cat's in the Bag | 0 | 2008 | \N | 48 | Crime`,
    String.raw`tt0000009 | movie | Adult Film | Adult Film | 1 | 1999 | \N | \N | Drama`,
    String.raw`tt0000010 | videoGame | A Game | A Game | 0 | 1999 | \N | \N | Drama`,
    String.raw`tt7777777 | movie | Few Votes | Few Votes | 0 | 1999 | \N | \N | Drama`,
  ],
  'title.ratings': ['tt0093342 | 8.1 | 30000', 'tt0903747 | 9.5 | 2000000', 'tt0000009 | 5 | 900', 'tt7777777 | 5 | 3'],
  'title.akas': [
    String.raw`tt0093342 | 1 | خانهٔ دوست کجاست؟ | IR | fa | imdbDisplay | \N | 0`,
    String.raw`tt0093342 | 2 | Khane-ye doust | IR | \N | \N | \N | 0`,
  ],
  'title.episode': [
    'tt1054724 | tt0903747 | 1 | 2',
    'tt0959621 | tt0903747 | 1 | 1',
    String.raw`tt0959622 | tt0903747 | \N | \N`,
    'tt0959623 | tt0903747 | 1 | 1',
  ],
  'title.principals': [
    String.raw`tt0093342 | 1 | nm0452102 | director | \N | \N`,
    String.raw`tt0093342 | 2 | nm0000001 | actor | \N | ["Ahmed","Another"]`,
    String.raw`tt0093342 | 3 | nm0000001 | actor | \N | ["Twice"]`,
    String.raw`tt0093342 | 4 | nm9999999 | actress | \N | not JSON`,
    String.raw`tt0903747 | 1 | nm0000001 | actor | \N | \N`,
  ],
  'name.basics': [
    'nm0452102 | Abbas Kiarostami | 1940 | 2016 | director | tt0093342',
    String.raw`nm0000001 | Babek Ahmed Poor | \N | \N | actor | tt0093342`,
  ],
}

let connection: Connection
let folder: string
let out: string
beforeAll(async () => {
  connection = await takeDatabase('pglite')
})
afterAll(() => connection.close())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parde-imdb-'))
  out = join(folder, 'films.ndjson')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const textOf = (name: Name, rows: readonly string[]) =>
  `${[HEADERS[name].replaceAll(' ', '\t'), ...rows.map(tabbed)].join('\n')}\n`

async function writeFiles(changed: Partial<Record<Name, readonly string[]>> = {}) {
  for (const [name, rows] of Object.entries({ ...FILES, ...changed }))
    await writeFile(join(folder, `${name}.tsv.gz`), gzipSync(textOf(name as Name, rows)))
}

async function run(options: { ids?: string[]; votesMin?: number; adult?: boolean } = {}) {
  const refused: string[] = []
  const { ids, votesMin = 0, adult = false } = options
  if (ids) await writeFile(join(folder, 'ids.txt'), ids.join('\n'))
  const result = await runImdbSource(
    { folder, out, votesMin, adult, ...(ids && { ids: join(folder, 'ids.txt') }) },
    {
      clock: () => NOW,
      onRefused: ({ line, reason }) => refused.push(`${line}: ${reason}`),
      onProgress: () => undefined,
    },
  )
  return { ...result, refusals: refused }
}
const rowsOf = () => readRows(out)

test('writes films and series with people, Persian names, ratings and episodes, which the import accepts', async () => {
  await writeFiles()
  expect(await run({ votesMin: 100 })).toEqual({ titles: 2, refused: 0, refusals: [] })
  const rows = await rowsOf()
  expect(rows.map(({ key, imdb }) => key ?? imdb)).toEqual(['nm0452102', 'nm0000001', 'tt0093342', 'tt0903747'])
  expect(rows[0]).toMatchObject({ nameEn: 'Abbas Kiarostami', born: '1940', died: '2016' })
  expect(rows[2]).toEqual({
    ...{ kind: 'title', imdb: 'tt0093342', type: 'movie', titleEn: "Where Is the Friend's House?" },
    ...{ titleFa: 'خانهٔ دوست کجاست؟', otherNames: ['Khane-ye doust kodjast?'], year: 1987, runtime: 83 },
    ...{ genres: ['drama', 'family'], rating: 8.1, votes: 30000, directors: ['nm0452102'] },
    cast: [{ person: 'nm0000001', character: 'Ahmed' }],
    source: { name: 'imdb', fetchedAt: '2026-11-28' },
  })
  expect(rows[3]).toMatchObject({
    ...{ type: 'series', titleEn: '"Breaking" Bad', titleFa: '"Breaking" Bad', genres: ['crime', 'drama'] },
    seasons: [{ number: 1, episodes: [{ number: 1, titleEn: 'Pilot', runtime: 58 }, { number: 2 }] }],
  })
  const imported = await importRecords(connection, await readFile(out, 'utf8'), { now: NOW, dryRun: true })
  expect(imported).toMatchObject({ rows: 4, refused: [] })
})

test('writes the listed titles, and names wrong, repeated, unknown and adult ids of the list', async () => {
  await writeFiles()
  const ids = ['# ours', 'tt7777777', 'tt7777777', '68646', '', 'tt0000009', 'tt0000010', 'tt1111111 # gone']
  const { refusals, ...result } = await run({ ids })
  expect(result).toEqual({ titles: 1, refused: 5 })
  expect(refusals).toEqual([
    '3: repeats line 2',
    '4: is no IMDb id such as tt0068646',
    '6: tt0000009: is an adult title',
    '7: tt0000010: the files have no such film or series',
    '8: tt1111111: the files have no such film or series',
  ])
  expect(await run({ ids: ['tt0000009'], adult: true })).toMatchObject({ titles: 1, refused: 0 })
})

test('refuses malformed, doubled and hostile rows with their line and reason, and writes the others', async () => {
  const hostile = (id: number, title: string) =>
    String.raw`tt800000${id} | movie | ${title} | ${title} | 0 | 1999 | \N | 90 | Drama`
  await writeFiles({
    'title.basics': [
      ...FILES['title.basics'],
      ...['tt8000001 | movie | Cut off', FILES['title.basics'][0] ?? ''],
      hostile(2, 'x'.repeat(301)),
      hostile(3, 'Over\u202e\u0007ride <b>bold</b>'),
      hostile(4, '=HYPERLINK("http://example.com")'),
      String.raw`tt8000005 | movie | No Year | No Year | 0 | \N | \N | 90 | Drama`,
      String.raw`tt8000006 | movie | No Genre | No Genre | 0 | 1999 | \N | 90 | Talk-Show`,
      String.raw`tt8000007 | movie | Long | Long | 0 | 1999 | \N | 99999 | Drama`,
    ],
  })
  const ids = Array.from({ length: 7 }, (_, at) => `tt800000${at + 1}`)
  const { refusals, titles } = await run({ ids: [...ids, 'tt0093342'] })
  expect(titles).toBe(3)
  expect(
    refusals.map((reason) => reason.replace(/(title\.basics(\.tsv\.gz)?: \w+: \w+|: tt8000001:).*/, '$1')),
  ).toEqual(
    [
      '9: title.basics.tsv.gz: has 3 columns instead of 9',
      '10: title.basics: repeats line 2',
      '11: title.basics: tt8000002: titleEn',
      '14: title.basics: tt8000005: year',
      '15: title.basics: tt8000006: genres',
      '16: title.basics: tt8000007: runtime',
      '1: tt8000001:',
    ].map((line) => expect.stringContaining(line)),
  )
  expect((await rowsOf()).filter(({ kind }) => kind === 'title').map(({ titleEn }) => titleEn)).toEqual([
    "Where Is the Friend's House?",
    'Override <b>bold</b>',
    '=HYPERLINK("http://example.com")',
  ])
})

test('refuses a row that is not UTF-8', async () => {
  await writeFiles()
  const bytes = Buffer.from(textOf('title.basics', FILES['title.basics']))
  bytes[bytes.indexOf('Few Votes')] = 0xff
  await writeFile(join(folder, 'title.basics.tsv.gz'), gzipSync(bytes))
  const { refusals } = await run({ ids: ['tt7777777', 'tt0093342'] })
  expect(refusals[0]).toBe('8: title.basics.tsv.gz: is not UTF-8 text')
})

test('writes nothing when a file is truncated, is another file, or lacks a column', async () => {
  await writeFiles()
  await writeFile(out, 'an earlier file')
  const whole = gzipSync(textOf('title.principals', FILES['title.principals']))
  await writeFile(join(folder, 'title.principals.tsv.gz'), whole.subarray(0, -12))
  await expect(run({ votesMin: 100 })).rejects.toThrow(
    /^title\.principals\.tsv\.gz is damaged after line \d+ .*download/,
  )
  await writeFile(join(folder, 'title.principals.tsv.gz'), '<html>')
  await expect(run({ votesMin: 100 })).rejects.toThrow('title.principals.tsv.gz is damaged after line 0')
  await writeFile(join(folder, 'title.principals.tsv.gz'), gzipSync('tconst\tnconst\n'))
  await expect(run({ votesMin: 100 })).rejects.toThrow('title.principals.tsv.gz lacks the column category, characters.')
  expect(await readFile(out, 'utf8')).toBe('an earlier file')
  expect(await readdir(folder)).not.toContain('films.ndjson.partial')
})

test('reads files without compression and with carriage returns, and works without the optional files', async () => {
  await writeFile(
    join(folder, 'title.basics.tsv'),
    textOf('title.basics', FILES['title.basics']).replaceAll('\n', '\r\n'),
  )
  expect(await run({ ids: ['tt0093342'] })).toMatchObject({ titles: 1, refused: 0 })
  expect((await rowsOf())[0]).toMatchObject({ titleFa: "Where Is the Friend's House?", genres: ['drama', 'family'] })
})

test('the program writes a file and exits with 3 for refused rows, 1 for a missing folder and 2 for a missing option', async () => {
  await writeFiles()
  await writeFile(join(folder, 'ids.txt'), 'tt0093342\ntt1111111\n')
  const parde = (...args: string[]) =>
    new Promise<{ code: unknown; out: string; err: string }>((resolve) => {
      execFile('npx', ['tsx', 'server/commands/parde.ts', 'source', ...args], (error, stdout, stderr) =>
        resolve({ code: error?.code ?? 0, out: stdout, err: stderr }),
      )
    })
  const ids = join(folder, 'ids.txt')
  expect(await parde('imdb', folder, '--ids', ids, '--out', out)).toEqual({
    code: 3,
    out: 'titles: 1\nrefused: 1\n',
    err: 'line 2: tt1111111: the files have no such film or series\n',
  })
  expect(await parde('imdb', join(folder, 'none'), '--ids', ids, '--out', out)).toMatchObject({ code: 1 })
  expect(await parde('imdb', folder, '--ids', ids, '--out', join(folder, 'none', 'films.ndjson'))).toEqual({
    code: 1,
    out: '',
    err: expect.stringMatching(/^A file cannot be read or written: ENOENT: .*films\.ndjson\.partial'\n$/),
  })
  expect(await parde('imdb', folder)).toMatchObject({ code: 2 })
}, 60_000)
