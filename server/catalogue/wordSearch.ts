import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import { fameClasses } from '#server/database/schema/fame.ts'
import type { SearchTerms } from './searchText.ts'

/** What has exactly the asked name comes first however few have voted for it; so many of them. */
const NAMESAKES = 50
/** Of one class of votes so many rows with the words are looked at. */
const LOOKED_AT = sql.raw('3000')
/** With so many in one class, the classes below are not looked at: more than any search shows, unless a filter is rare. */
const ENOUGH = sql.raw('1000')

/** In the database's terms, now or when a prepared statement runs. */
type Term = string | Placeholder

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
 * The rows that match and fit, the most voted `depth` of them: asked class by class and no further than is needed, since
 * PostgreSQL runs the parts of a limited `union all` one after another. Below a class that has
 * `ENOUGH` rows with the words nothing is looked at: ten times as many are there, and hardly anybody knows one of them.
 * So a rare filter on a frequent word costs no more in a larger catalogue.
 */
export function mostVoted(searched: Searched, matches: Term, where: SQL, depth: number): SQL {
  const classes = fameClasses(searched.weight).map((fame, at) => ({ name: sql.raw(`fame_${at}`), fame: sql.raw(fame) }))
  const matching = classes.map(
    ({ name, fame }) => sql`${name} as materialized (${having(searched, matches, where, fame)})`,
  )
  const best = classes.map(({ name }, at) => {
    const fewAbove = classes
      .slice(0, at)
      .map((above) => sql` and (select count(*) from (select from ${above.name} limit ${ENOUGH}) as above) < ${ENOUGH}`)
    return fitting(searched, name, sql.join(fewAbove), depth)
  })
  return sql`with ${sql.join(matching, sql`, `)}
    select * from (${sql.join(best, sql` union all `)}) as classes limit ${depth}`
}

/** The rows that match and what has exactly the asked name, each with its `nearness` (as `nearnessOf`, asked of the lexemes). */
export function nearestNamed(
  searched: Searched,
  terms: Readonly<Record<keyof SearchTerms, Term>>,
  where: SQL,
  depth: number,
): SQL {
  const placed = sql`select ${searched.columns}, case when words @@ ${terms.isName}::tsquery then 0
    when words @@ ${terms.beginsName}::tsquery then 1 else 2 end as nearness`
  return sql`${placed} from (${mostVoted(searched, terms.matches, where, depth)}) as matching
    union ${placed} from (with named as materialized (${having(searched, terms.isName, where, sql`true`)})
    ${fitting(searched, sql`named`, sql``, NAMESAKES)}) as namesakes`
}

/**
 * To be materialized: a limit that the planner sees makes it walk the whole table in some order, in the belief that what
 * is asked for is everywhere. As it is, the index of words answers, and rows are read as they are taken.
 */
function having({ table, columns }: Searched, matches: Term, where: SQL, fame: SQL): SQL {
  return sql`select ${columns}, words, (${where}) as fits from ${table} where words @@ ${matches}::tsquery and ${fame}`
}

function fitting({ weight, columns }: Searched, name: SQL, and: SQL, most: number): SQL {
  return sql`(select ${columns}, words from (select * from ${name} limit ${LOOKED_AT}) as looked where fits${and}
    order by ${sql.raw(weight)} desc, id desc limit ${most})`
}
