import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import { fameClasses } from '#server/database/schema/fame.ts'
import type { SearchTerms } from './searchTerms.ts'

/** What has exactly the asked name comes first however few have voted for it; so many of them. */
const NAMESAKES = 50
/** Of one class of votes so many rows with the words are looked at. */
const LOOKED_AT = sql.raw('3000')

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
  columns: sql`id, votes, first_shown, rating, year, updated_at`,
}
export const SEARCHED_PEOPLE: Searched = {
  table: sql`people`,
  weight: 'popularity',
  columns: sql`id, popularity`,
}

/**
 * The rows that match, the most voted `depth` of them: asked class by class and no further than is needed, since
 * PostgreSQL runs the parts of a limited `union all` one after another. With each class below there are about ten times as
 * many rows, so that those which are read are some times those that are wanted, however large the catalogue is.
 */
export function mostVoted(searched: Searched, matches: Term, where: SQL, depth: number): SQL {
  const classes = fameClasses(searched.weight).map((fame, at) => ({ name: sql.raw(`fame_${at}`), fame: sql.raw(fame) }))
  const matching = classes.map(
    ({ name, fame }) => sql`${name} as materialized (${having(searched, matches, where, fame)})`,
  )
  const best = classes.map(({ name }) => weightiest(searched, name, depth))
  return sql`with ${sql.join(matching, sql`, `)}
    select * from (${sql.join(best, sql` union all `)}) as classes limit ${most(depth)}`
}

/** The rows that match and what has exactly the asked name, each with its `nearness` (as `nameMatchOf`, asked of the lexemes). */
export function nearestNamed(
  searched: Searched,
  terms: Readonly<Record<keyof SearchTerms, Term>>,
  where: SQL,
  depth: number,
): SQL {
  return sql`select ${searched.columns}, nearness from (select * from (${mostVoted(searched, terms.matches, where, depth)}) as matching
      union select * from (with named as materialized (${having(searched, terms.isName, where, sql`true`)})
      ${weightiest(searched, sql`named`, NAMESAKES)}) as namesakes) as met,
    lateral (select case when words @@ ${terms.isName}::tsquery then 0
      when words @@ ${terms.beginsName}::tsquery then 1 else 2 end as nearness
      from ${searched.table} where ctid = met.place offset 0) as named`
}

/**
 * To be materialized: a limit that the planner sees makes it walk the whole table in some order, in the belief that what
 * is asked for is everywhere. As it is, the index of words answers, and rows are read as they are taken. Their words, the
 * most of a row, are left where they are: those that are wanted are found again by their `place`.
 */
function having({ table, columns }: Searched, matches: Term, where: SQL, fame: SQL): SQL {
  return sql`select ctid as place, ${columns} from ${table} where words @@ ${matches}::tsquery and ${where} and ${fame}`
}

function weightiest({ weight, columns }: Searched, name: SQL, count: number): SQL {
  return sql`(select place, ${columns} from (select * from ${name} limit ${LOOKED_AT}) as looked
    order by ${sql.raw(weight)} desc, id desc limit ${most(count)})`
}

/** Said in the statement itself, so that it is planned for no other number. */
function most(count: number): SQL {
  return sql.raw(String(count))
}
