import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { writeCsv } from '#data/platform/writeCsv.ts'
import { FILE_MAX, InvalidList, type ReadList, ROWS_MAX } from '#features/imports/notAList.ts'
import { readList } from '#features/imports/readList.ts'
import { readTable } from '#features/imports/readTable.ts'

const NOW = Date.parse('2026-11-01T00:00:00.000Z')
type Part = string | Uint8Array<ArrayBuffer>

function createFile(parts: Part | Part[], name = 'watchlist.csv') {
  return new File([parts].flat(), name)
}
function read(parts: Part | Part[], name?: string): Promise<ReadList> {
  return readList(createFile(parts, name), { now: NOW, onRead: () => undefined })
}
async function problemOf(parts: Part | Part[], name?: string): Promise<[string, number | undefined]> {
  const failure = await read(parts, name).then(
    () => undefined,
    (caught: unknown) => caught,
  )
  if (!(failure instanceof InvalidList)) throw new Error(`read, or failed otherwise: ${failure}`)
  return [failure.problem, failure.line]
}
const bytes = (...values: number[]) => new Uint8Array(values)
function utf16(text: string, isLittle: boolean): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(text.length * 2))
  for (let at = 0; at < text.length; at += 1) view.setUint16(at * 2, text.charCodeAt(at), isLittle)
  return new Uint8Array(view.buffer)
}

const IMDB = `Position,Const,Created,Modified,Description,Title,Original Title,URL,Title Type,IMDb Rating,Runtime (mins),Year,Genres,Num Votes,Release Date,Directors,Your Rating,Date Rated
1,tt0068646,2020-01-02,2020-01-02,,"The Godfather","The Godfather",https://www.imdb.com/title/tt0068646/,Movie,9.2,175,1972,"Crime, Drama",2000000,1972-03-24,Francis Ford Coppola,9,2021-02-03
2,tt0903747,2020-01-02,2020-01-02,"a ""good"" one, really",Breaking Bad,Breaking Bad,https://www.imdb.com/title/tt0903747/,TV Series,9.5,,2008,Crime,2000000,2008-01-20,,,
`
const LETTERBOXD = `Date,Name,Year,Letterboxd URI
2024-01-15,Parasite,2019,https://boxd.it/hTha
2024-01-16,"Crouching Tiger, Hidden Dragon",2000,https://boxd.it/2a1u
`

describe('list formats', () => {
  test('reads the watchlist and the ratings of IMDb', async () => {
    const { rows, isWatched, skipped } = await read(IMDB)
    expect(rows.map(({ imdb, name, year }) => [imdb, name, year])).toEqual([
      ['tt0068646', 'The Godfather', 1972],
      ['tt0903747', 'Breaking Bad', 2008],
    ])
    expect([isWatched, skipped]).toEqual([false, 0])
    const ratings = await read(
      'Const,Your Rating,Date Rated,Title,URL,Title Type,Year\ntt0068646,9,2021-02-03,The Godfather,,Movie,1972\n',
      'ratings.csv',
    )
    expect(ratings).toEqual({
      rows: [
        { imdb: 'tt0068646', name: 'The Godfather', year: 1972, watchedAt: '2021-02-03T12:00:00.000Z', episodes: [] },
      ],
      isWatched: true,
      skipped: 0,
    })
  })

  test('reads a Letterboxd watchlist and detects watched films by file name or columns', async () => {
    const { rows, isWatched } = await read(LETTERBOXD)
    expect(rows.map(({ imdb, name, year }) => [imdb, name, year])).toEqual([
      [null, 'Parasite', 2019],
      [null, 'Crouching Tiger, Hidden Dragon', 2000],
    ])
    expect(isWatched).toBe(false)
    expect((await read(LETTERBOXD, 'watched.csv')).isWatched).toBe(true)
    const diary = await read(
      'Date,Name,Year,Letterboxd URI,Rating,Rewatch,Tags,Watched Date\n2024-01-15,Parasite,2019,x,4.5,,,2024-01-13\n',
      'my-file.csv',
    )
    expect([diary.isWatched, diary.rows[0]?.watchedAt]).toEqual([true, '2024-01-13T12:00:00.000Z'])
  })

  test('skips the header section of a Letterboxd list', async () => {
    const { rows } = await read(
      'Letterboxd list export v7\nDate,Name,Tags,URL,Description\n2024-01-15,Best of all,,https://boxd.it/x,\n\nPosition,Name,Year,URL,Description\n1,Parasite,2019,https://boxd.it/hTha,\n',
    )
    expect(rows.map(({ name }) => name)).toEqual(['Parasite'])
  })

  test('reads a file that Parde exported', async () => {
    const csv = writeCsv(
      ['imdb', 'title', 'title_fa', 'year', 'type', 'saved_at'],
      [['tt0068646', 'The Godfather', 'پدرخوانده', 1972, 'movie', '2024-01-01T10:00:00.000Z']],
    )
    expect(await read(csv)).toMatchObject({ rows: [{ imdb: 'tt0068646', name: 'The Godfather', year: 1972 }] })
  })

  const WATCHED = '2014-10-11T17:00:54.000Z'
  const TITLE = {
    title: 'Breaking Bad',
    year: 2008,
    ids: { trakt: 1, slug: 'breaking-bad', imdb: 'tt0903747', tmdb: 7 },
  }
  const SERIES = { imdb: 'tt0903747', name: 'Breaking Bad', year: 2008 }
  const readTrakt = (file: unknown) => read(JSON.stringify(file), 'trakt.json')

  test('reads the watched films and series of Trakt with their episodes', async () => {
    const film = { title: 'TRON: Legacy', year: 2010, ids: { imdb: 'tt1104001' } }
    expect(await readTrakt([{ plays: 4, last_watched_at: WATCHED, movie: film }])).toEqual({
      rows: [{ imdb: 'tt1104001', name: 'TRON: Legacy', year: 2010, watchedAt: WATCHED, episodes: [] }],
      isWatched: true,
      skipped: 0,
    })
    const seasons = [
      { number: 1, episodes: [{ number: 1, plays: 1, last_watched_at: '2014-10-10T17:00:54.000Z' }] },
      { number: 2, episodes: [{ number: 3, plays: 2, last_watched_at: WATCHED }] },
    ]
    expect((await readTrakt([{ plays: 3, last_watched_at: WATCHED, show: TITLE, seasons }])).rows).toEqual([
      {
        ...SERIES,
        watchedAt: WATCHED,
        episodes: [
          { season: 1, number: 1, watchedAt: '2014-10-10T17:00:54.000Z' },
          { season: 2, number: 3, watchedAt: WATCHED },
        ],
      },
    ])
  })

  test('reads the plays, ratings and saved titles of Trakt as one row per title', async () => {
    const play = (season: number, number: number, watched_at: string) => {
      return { id: 1, watched_at, action: 'watch', type: 'episode', episode: { season, number }, show: TITLE }
    }
    const plays = [play(1, 2, WATCHED), play(1, 2, '2012-01-01T00:00:00.000Z'), play(1, 1, '1970-01-01T00:00:00.000Z')]
    expect(await readTrakt(plays)).toMatchObject({
      rows: [
        {
          ...SERIES,
          watchedAt: WATCHED,
          episodes: [
            { season: 1, number: 2, watchedAt: WATCHED },
            { season: 1, number: 1, watchedAt: null },
          ],
        },
      ],
      isWatched: true,
    })
    const rating = { rated_at: WATCHED, rating: 8, type: 'show', show: TITLE }
    expect((await readTrakt([rating])).rows).toEqual([{ ...SERIES, watchedAt: WATCHED, episodes: [] }])
    const saved = [
      { rank: 1, listed_at: WATCHED, type: 'show', show: TITLE },
      { rank: 2, listed_at: WATCHED, type: 'season', season: { number: 1 }, show: TITLE },
      { rank: 3, listed_at: WATCHED, type: 'episode', episode: { season: 1, number: 1 }, show: TITLE },
      { rank: 4, listed_at: WATCHED, type: 'person', person: { name: 'Bryan Cranston' } },
    ]
    expect(await readTrakt(saved)).toEqual({
      rows: [{ ...SERIES, watchedAt: null, episodes: [] }],
      isWatched: false,
      skipped: 1,
    })
  })

  test('drops invalid parts of a Trakt file and keeps the others', async () => {
    const broken = [
      7,
      null,
      { movie: 'x' },
      { movie: { title: ' ', ids: {} } },
      { last_watched_at: 8, movie: { title: 'Parasite', year: 'x', ids: { imdb: 'nm1' } } },
      { last_watched_at: '2999-01-01T00:00:00Z', movie: { title: 'Later', year: 2000, ids: null } },
      {
        show: TITLE,
        seasons: [
          7,
          { number: 1, episodes: [null, { number: -1 }, { number: 1e9 }, { number: 2, last_watched_at: 'x' }] },
        ],
      },
    ]
    expect(await readTrakt(broken)).toEqual({
      rows: [
        { imdb: null, name: 'Parasite', year: null, watchedAt: null, episodes: [] },
        { imdb: null, name: 'Later', year: 2000, watchedAt: new Date(NOW).toISOString(), episodes: [] },
        { ...SERIES, watchedAt: null, episodes: [{ season: 1, number: 2, watchedAt: null }] },
      ],
      isWatched: true,
      skipped: 4,
    })
  })

  test('reads a Trakt file in every encoding, and refuses other JSON and a truncated file', async () => {
    const text = JSON.stringify([{ movie: { title: 'جدایی نادر از سیمین', year: 2011, ids: {} } }])
    for (const file of [`\ufeff\n ${text}`, utf16(text, true)])
      expect((await read(file)).rows.map(({ name }) => name)).toEqual(['جدایی نادر از سیمین'])
    for (const file of [text.slice(0, -3), '{"movies":[]}', '[7]', '{'])
      expect(await problemOf(file)).toEqual(['json', undefined])
    expect(await problemOf('[]')).toEqual(['empty', undefined])
  })

  test('reads other encodings, line ends, separators and byte order marks', async () => {
    const persian = 'Const,Title,Year\ntt0068646,پدرخوانده,1972\n'
    const wanted = { imdb: 'tt0068646', name: 'پدرخوانده', year: 1972, watchedAt: null, episodes: [] }
    const windows1256 = [...persian].map((character) => {
      const at = [...'پدرخوانده'].indexOf(character)
      return at < 0 ? character.charCodeAt(0) : [0x81, 0xcf, 0xd1, 0xce, 0xe6, 0xc7, 0xe4, 0xcf, 0xe5][at]
    })
    for (const file of [
      persian,
      `\ufeff${persian}`,
      persian.replaceAll('\n', '\r\n'),
      persian.replaceAll('\n', '\r'),
      persian.replaceAll(',', ';'),
      persian.replaceAll(',', '\t'),
      `\n\n${persian}\n\n,,\n`,
      utf16(`\ufeff${persian}`, true),
      utf16(`\ufeff${persian}`, false),
      utf16(persian, true),
      bytes(...windows1256.map((byte) => byte ?? 0)),
    ]) {
      expect((await read(file)).rows).toEqual([wanted])
    }
  })

  test('loses only one character to an invalid byte in a long UTF-8 file', async () => {
    const { rows } = await read([
      'Name,Year\n',
      ...Array.from({ length: 20 }, () => 'پدرخوانده,1972\n'),
      bytes(0xff),
      'x,1972\n',
    ])
    expect([rows.length, rows[0]?.name]).toEqual([21, 'پدرخوانده'])
  })

  test('drops invalid values of a row and keeps the row', async () => {
    const { rows, skipped } = await read(
      'Const,Title,Year,Date\n<b>,"=cmd()",1e9,2999-01-01\n,,1999,\ntt99,Film,-1,yesterday\n',
    )
    expect(rows).toEqual([
      { imdb: null, name: '=cmd()', year: null, watchedAt: new Date(NOW).toISOString(), episodes: [] },
      { imdb: null, name: 'Film', year: null, watchedAt: null, episodes: [] },
    ])
    expect(skipped).toBe(1)
  })
})

describe('files that are not lists', () => {
  const wide = (columns: number) => `${Array.from({ length: columns }, (_, at) => `c${at}`).join()}\n1\n`
  test.each<[string, Part | Part[], string]>([
    ['nothing', '', 'empty'],
    ['only line breaks', '\n\n \n', 'empty'],
    ['columns without rows', 'Const,Title,Year\n', 'empty'],
    ['a ZIP archive', bytes(0x50, 0x4b, 3, 4, 0, 0), 'zip'],
    ['a gzip file', bytes(0x1f, 0x8b, 8, 0), 'zip'],
    ['a picture', [bytes(0x89), 'PNG\r\n', bytes(0x1a, 0x0a, 0, 0, 0, 13)], 'binary'],
    ['text with a null byte', ['Const,Title,Year\n', 'x'.repeat(300), bytes(0), ',1'], 'binary'],
    ['an HTML page', '\n <!DOCTYPE html><html><body>Sign in</body></html>', 'html'],
    ['unknown columns', 'a,b,c\n1,2,3\n', 'columns'],
    ['names without years', 'Name,Tags\nParasite,x\n', 'columns'],
    ['a long plain text', 'dear all, '.repeat(50_000), 'columns'],
    ['a thousand columns', wide(1_000), 'columns'],
    ['a million columns', wide(1_000_000), 'columns'],
    ['JSON', '{"titles": [{"imdb": "tt0068646"}]}', 'json'],
  ])('refuses %s', async (_, parts, problem) => {
    expect((await problemOf(parts))[0]).toBe(problem)
  })

  test('reports the row of an unclosed or misplaced quote', async () => {
    const row = 'tt0068646,The Godfather,1972\n'
    expect(await problemOf(`Const,Title,Year\n${row}tt0068646,"The Godfather,1972\n${row}`)).toEqual(['quotes', 3])
    expect(await problemOf(`Const,Title,Year\n${row}tt0068646,"The" Godfather",1972\n`)).toEqual(['quotes', 3])
    const long = `Const,Title,Year\n${row}tt0068646,"The Godfather,1972\n${row.repeat(30_000)}`
    expect((await problemOf(long))[0]).toBe('quotes')
  })

  test('refuses a file above the size limit or the row limit', async () => {
    expect(await problemOf('x'.repeat(FILE_MAX + 1))).toEqual(['large', undefined])
    expect(await problemOf(`Name,Year\n${'Film,1999\n'.repeat(ROWS_MAX + 1)}`)).toEqual(['many', undefined])
  })

  test('reports a file that the device cannot read', async () => {
    const file = createFile('Const\ntt0068646\n')
    file.slice = () => {
      throw new DOMException('gone', 'NotReadableError')
    }
    await expect(readList(file, { now: NOW, onRead: () => undefined })).rejects.toMatchObject({ problem: 'unreadable' })
  })
})

/** Read as a byte order mark at the start of a file, or as the replacement of an invalid byte. */
const MARKS = ['\ufeff', '\ufffd']

/** Mirrors the export's protection against spreadsheet formulas. */
const guarded = (cell: string) => (/^[=+\-@]/.test(cell) ? `'${cell}` : cell)

test('reads back any exported rows, wherever the chunk boundaries fall', async () => {
  // Carriage returns are read as line ends and empty rows are dropped, so the cells contain neither.
  const Cell = fc
    .string({
      unit: fc.oneof(
        { weight: 3, arbitrary: fc.constantFrom(',', '"', '\n', ';', ' ', 'ی', '😀', '\u200c') },
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
      ),
      maxLength: 12,
    })
    .filter((text) =>
      [...text].every((character) => (character >= ' ' || character === '\n') && !MARKS.includes(character)),
    )
  const Rows = fc.array(fc.tuple(fc.constant('x'), Cell, Cell), { minLength: 1, maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(Rows, fc.nat(), async (cells, seed) => {
      // A filler row of varying length puts the first chunk boundary anywhere in the rows.
      const filler = 'x,'.padEnd(262_144 - (seed % 120), '-')
      const quoted = writeCsv(['d', 'e', 'f'], cells).slice(1)
      const read: string[][] = []
      for await (const { rows } of readTable(createFile(`a,b,c\n${filler}\n${quoted}`), 'utf-8')) read.push(...rows)
      expect(read.slice(3)).toEqual(cells.map((row) => row.map(guarded)))
    }),
    { numRuns: 60 },
  )
})

test('writes lines that end as RFC 4180 asks, and quotes only where that is needed', () => {
  expect(
    writeCsv(
      ['a', 'b c'],
      [
        ['x', 1],
        [' y', null],
        ['"', true],
      ],
    ),
  ).toBe('\ufeffa,b c\r\nx,1\r\n" y",\r\n"""",true')
})

test('guards a cell that starts like a formula and has several lines', () => {
  expect(writeCsv(['a'], [['=1\n2']])).toContain(`"'=1\n2"`)
})
