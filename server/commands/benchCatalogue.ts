import { createApi } from '#server/api.ts'
import { openStudio } from '#server/artwork/studio.ts'
import queries from '#server/catalogue/data/benchQueries.json' with { type: 'json' }
import { readConfig } from '#server/config.ts'
import { connect } from '#server/database/connect.ts'
import { lockFolder } from '#server/database/folderLock.ts'
import { migrate } from '#server/database/migrate.ts'
import { titles } from '#server/database/schema/catalogue.ts'

/**
 * `tsx server/commands/benchCatalogue.ts [clients]`: how long the catalogue's calls take on the database of DATA_DIR or
 * DATABASE_URL (grown by `npm run seed -- --titles 100000`), through the whole API but without a network. One client
 * measures the call; twenty measure what they do to each other.
 */
const ROUNDS = 200

const CALLS: Readonly<Record<string, readonly string[]>> = {
  'two letters, menu': queries.twoLetters.map((q) => search({ q, resource: 'menu' })),
  'two letters': queries.twoLetters.map((q) => search({ q })),
  'one word': queries.oneWord.map((q) => search({ q })),
  'two words': queries.twoWords.map((q) => search({ q })),
  'three words': queries.threeWords.map((q) => search({ q })),
  mistyped: queries.mistyped.map((q) => search({ q })),
  'nothing there': queries.nothing.map((q) => search({ q })),
  'home, four orders': ['newest', 'votes', 'rating', 'year'].map((order_by) => search({ order_by })),
  'home, filtered': ['1', '8', '21'].map((genre) =>
    search({ genre, type: 'series', is_dubbed: '1', order_by: 'votes' }),
  ),
  'home, late page': ['1500', '3000'].map((page) => search({ page, order_by: 'votes' })),
  title: ['68646', '1832382', '1073741900', '1073745000'].map((id) => `/api/titles/${id}`),
  similar: ['68646', '1832382', '1073741900', '1073745000'].map((id) => `/api/titles/${id}/similar`),
  "director's titles": ['68646', '1832382', '1073741900'].map((id) => `/api/titles/${id}/director-titles`),
  people: queries.people.map((q) => `/api/people/search?${new URLSearchParams({ q })}`),
  slideshow: ['/api/titles/slideshow?type=all'],
  genres: ['/api/genres'],
}

function search(query: Record<string, string>): string {
  return `/api/titles/search?${new URLSearchParams(query)}`
}

const clients = Number(process.argv[2] ?? 1)
const config = readConfig(process.env)
const release = config.databaseUrl === undefined ? await lockFolder(config.dataDir) : () => {}
const connection = await connect({ url: config.databaseUrl, folder: `${config.dataDir}/database` })
await migrate(connection)
const studio = openStudio({ folder: `${config.dataDir}/media` })
const api = createApi({ database: connection.database, clock: () => new Date(), settings: config }, studio)

console.log(`${await connection.database.$count(titles)} titles, ${clients} at a time, ms`)
for (const [name, paths] of Object.entries(CALLS)) {
  const times = await measure(paths)
  const at = (share: number) => (times[Math.floor(share * (times.length - 1))] ?? 0).toFixed(1).padStart(7)
  console.log(`${name.padEnd(20)} p50 ${at(0.5)}  p95 ${at(0.95)}  max ${at(1)}`)
}
await connection.close()
await studio.close()
release()

async function measure(paths: readonly string[]): Promise<number[]> {
  for (const path of paths) await call(path)
  const left = Array.from({ length: ROUNDS }, (_, round) => paths[round % paths.length] ?? '')
  const times: number[] = []
  const client = async () => {
    for (let path = left.pop(); path !== undefined; path = left.pop()) times.push(await call(path))
  }
  await Promise.all(Array.from({ length: clients }, client))
  return times.toSorted((one, other) => one - other)
}

async function call(path: string): Promise<number> {
  const started = performance.now()
  const answer = await api.request(`http://localhost${path}`)
  await answer.text()
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`)
  return performance.now() - started
}
