import { type SQL, sql } from 'drizzle-orm'
import { fameClasses } from '#server/database/schema/fame.ts'
import type { SearchTerms } from './searchText.ts'

/** What has exactly the asked name comes first however few have voted for it; so many of them. */
const NAMESAKES = 50

/** A table that is searched by words. */
interface Searched {
  table: SQL
  /** votes; the column by which the table's indexes of words are divided */
  weight: string
  /** what found rows can be ordered by */
  columns: SQL
}

export const SEARCHED_TITLES: Searched = {
  table: sql`titles`,
  weight: 'votes',
  columns: sql`id, votes, first_shown, rating, year`,
}
export const SEARCHED_PEOPLE: Searched = {
  table: sql`people`,
  weight: 'popularity',
  columns: sql`id, popularity`,
}

/**
 * The rows that match, the most voted `depth` of them: asked class by class and no further than is needed, since
 * PostgreSQL runs the parts of a limited `union all` one after another.
 */
export function mostVoted(searched: Searched, matches: string, where: SQL, depth: number): SQL {
  const classes = fameClasses(searched.weight).map((fame) =>
    matching(searched, matches, sql`${sql.raw(fame)} and ${where}`, depth),
  )
  return sql`select * from (${sql.join(classes, sql` union all `)}) as classes limit ${depth}`
}

/** The same and what has exactly the asked name, each with its `nearness` (as `nearnessOf`, asked of the lexemes). */
export function nearestNamed(searched: Searched, terms: SearchTerms, where: SQL, depth: number): SQL {
  const placed = sql`select ${searched.columns}, case when words @@ ${terms.isName}::tsquery then 0
    when words @@ ${terms.beginsName}::tsquery then 1 else 2 end as nearness`
  return sql`${placed} from (${mostVoted(searched, terms.matches, where, depth)}) as matching
    union ${placed} from (${matching(searched, terms.isName, where, NAMESAKES)}) as namesakes`
}

function matching({ table, weight, columns }: Searched, matches: string, where: SQL, depth: number): SQL {
  return sql`(select ${columns}, words from ${table} where words @@ ${matches}::tsquery and ${where}
    order by ${sql.raw(weight)} desc, id desc limit ${depth})`
}
