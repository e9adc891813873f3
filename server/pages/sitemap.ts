import { sql } from 'drizzle-orm'
import { cachedByRevision } from '#server/catalogue/cache/cachedByRevision.ts'
import { pathOfPerson, pathOfTitle } from '#server/catalogue/cards.ts'
import { allCollections } from '#server/catalogue/collections.ts'
import { allGenres } from '#server/catalogue/genres/countedGenres.ts'
import type { Database } from '#server/database/connect.ts'
import { LIST_PATHS } from './screens.ts'

/** URLs per file, below the protocol's limits of 50,000 URLs and 50 MB. */
const FILE_SIZE = 40_000
/** Rows read per query, so that other queries need not wait long. */
const ROWS_PER_QUERY = 1000

const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

type Kind = 'titles' | 'people'

interface Row extends Record<string, unknown> {
  id: number
  name: string
  job: 'actor' | 'director' | null
  changed: string | null
}

/** The index of all sitemap files. */
export async function sitemapIndex(database: Database, origin: string): Promise<string> {
  const files = [`<sitemap><loc>${origin}/sitemaps/lists.xml</loc></sitemap>`]
  for (const kind of ['titles', 'people'] as const) {
    for (const at of (await startsOf(database, kind)).keys()) {
      files.push(`<sitemap><loc>${origin}/sitemaps/${kind}-${at + 1}.xml</loc></sitemap>`)
    }
  }
  return `${XML_DECLARATION}<sitemapindex ${NAMESPACE}>\n${files.join('\n')}\n</sitemapindex>\n`
}

/** A sitemap file as it is read, in chunks; undefined if there is none. `name` is `titles-1.xml`. */
export async function sitemapFile(
  database: Database,
  origin: string,
  name: string,
): Promise<AsyncGenerator<string> | undefined> {
  if (name === 'lists.xml') return lists(database, origin)
  const [, kind, number] = /^(titles|people)-([1-9]\d{0,4})\.xml$/.exec(name) ?? []
  if (kind !== 'titles' && kind !== 'people') return undefined
  const start = (await startsOf(database, kind))[Number(number) - 1]
  return start === undefined ? undefined : records(database, origin, kind, start)
}

async function* lists(database: Database, origin: string): AsyncGenerator<string> {
  const collections = (await allCollections(database)).map(({ path }) => path)
  const genres = (await allGenres(database)).filter(({ count }) => count > 0).map(({ path }) => path)
  const more = ['/?type=movie', '/?is_dubbed=1']
  yield `${XML_DECLARATION}<urlset ${NAMESPACE}>\n`
  for (const path of [...LIST_PATHS, ...more, ...genres, ...collections]) yield entry(origin + path, null)
  yield '</urlset>\n'
}

async function* records(database: Database, origin: string, kind: Kind, start: number): AsyncGenerator<string> {
  yield `${XML_DECLARATION}<urlset ${NAMESPACE}>\n`
  let after = start - 1
  for (let left = FILE_SIZE; left > 0; left -= ROWS_PER_QUERY) {
    const rows = await rowsAfter(database, kind, after, Math.min(ROWS_PER_QUERY, left))
    yield rows.map((row) => entry(origin + pathOf(kind, row), row.changed)).join('')
    const last = rows.at(-1)
    if (!last || rows.length < ROWS_PER_QUERY) break
    after = last.id
  }
  yield '</urlset>\n'
}

async function rowsAfter(database: Database, kind: Kind, after: number, limit: number): Promise<Row[]> {
  const { rows } = await database.execute<Row>(
    kind === 'titles'
      ? sql`select id, title_en as name, null as job, to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD') as changed
          from titles where not is_hidden and id > ${after} order by id limit ${limit}`
      : sql`select id, fullname_en as name, job, null as changed
          from people where not is_hidden and id > ${after} order by id limit ${limit}`,
  )
  return rows
}

/** The first id of each file, read from the id index once per revision of the catalogue. */
function startsOf(database: Database, kind: Kind): Promise<number[]> {
  return cachedByRevision(database, `sitemap ${kind}`, async () => {
    const { rows } = await database.execute<{ id: number }>(sql`
      select id from (select id, row_number() over (order by id) as ordinal from ${sql.identifier(kind)}) as numbered
      where ordinal % ${sql.raw(String(FILE_SIZE))} = 1 order by id`)
    return rows.map((row) => row.id)
  })
}

function pathOf(kind: Kind, { id, name, job }: Row): string {
  return kind === 'titles' ? pathOfTitle({ id, titleEn: name }) : pathOfPerson({ id, fullnameEn: name }, job ?? 'actor')
}

function entry(address: string, changed: string | null): string {
  return `<url><loc>${address.replace(/&/g, '&amp;')}</loc>${lastModified(changed)}</url>\n`
}

function lastModified(changed: string | null): string {
  return changed === null ? '' : `<lastmod>${changed}</lastmod>`
}
