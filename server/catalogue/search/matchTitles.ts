import { sql } from 'drizzle-orm'
import type { ImportRow } from '#contract/imports.ts'
import { fold } from '#contract/persian.ts'
import { parseQuery } from '#contract/search/query.ts'
import type { Database } from '#server/database/connect.ts'
import { termsOf } from './searchTerms.ts'

/** Sources disagree about a title's year by this much: festivals, cinemas and countries differ. */
const YEARS_APART = 1

interface Match extends Record<string, unknown> {
  rowIndex: number
  id: number
  /** the number of the merged title that the row names, if it does */
  mergedFrom: number | null
  byImdb: boolean
  names: string[]
  year: number
  votes: number
}

/** The title of a row. `mergedFrom`: the number of the merged title that the row names, if it does. */
export type MatchedTitle = Pick<Match, 'id' | 'mergedFrom'>

/**
 * Matches rows of an imported list by IMDb id, also by that of a merged title, else by name and year, in one statement.
 * Returns titles by row index. A row without a year matches only a name that is unique.
 */
export async function matchTitles(
  database: Database,
  rows: readonly ImportRow[],
): Promise<(MatchedTitle | undefined)[]> {
  const asked = rows.map(({ imdb, name, year }, rowIndex) => {
    const query = parseQuery(name)
    return { rowIndex, imdb, query: query && termsOf(query).isName, year: year === null ? null : withinReason(year) }
  })
  const { rows: found } = await database.execute<Match>(sql`
    with asked as materialized (
      select "rowIndex", imdb, query::tsquery as query, year
      from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as row ("rowIndex" integer, imdb text, query text, year integer)
    )
    select "rowIndex", id, null::integer as "mergedFrom", true as "byImdb", '{}'::text[] as names, titles.year, votes
    from asked join titles on titles.imdb = asked.imdb and not is_hidden
    union all
    select "rowIndex", titles.id, merged.id, true, '{}', titles.year, votes
    from asked join merged_titles as merged on merged.name = asked.imdb join titles on titles.id = into_id and not is_hidden
    union all
    select "rowIndex", id, null, false, array[title_fa, title_en] || other_names, titles.year, votes
    from asked join titles on titles.words @@ asked.query and not is_hidden
      and (asked.year is null or titles.year between asked.year - ${YEARS_APART} and asked.year + ${YEARS_APART})`)
  const matches = new Map<number, Match[]>()
  for (const match of found) matches.set(match.rowIndex, [...(matches.get(match.rowIndex) ?? []), match])
  return rows.map((row, rowIndex) => bestOf(matches.get(rowIndex) ?? [], row))
}

function bestOf(matches: Match[], { name, year }: ImportRow): MatchedTitle | undefined {
  const numbered = matches.find((match) => match.byImdb)
  if (numbered) return numbered
  const wanted = joined(name)
  const isExact = (match: Match) => match.names.some((one) => joined(one) === wanted)
  if (year === null) {
    const exact = matches.filter(isExact)
    return exact.length === 1 ? exact[0] : undefined
  }
  const rank = (match: Match) => [isExact(match) ? 0 : 1, Math.abs(match.year - year), -match.votes, match.id]
  return matches.toSorted((one, other) => compare(rank(one), rank(other)))[0]
}

function compare(one: number[], other: number[]): number {
  const at = one.findIndex((rank, index) => rank !== other[index])
  return at < 0 ? 0 : (one[at] ?? 0) - (other[at] ?? 0)
}

/** Removes spaces and half-spaces, which are set differently. */
function joined(name: string): string {
  return fold(name).replaceAll(' ', '')
}

/** Replaces years that the database cannot calculate with. */
function withinReason(year: number): number {
  return Math.abs(year) < 10_000 ? year : 0
}
