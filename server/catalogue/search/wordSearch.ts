import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import { fameClasses } from '#server/database/schema/fame.ts'
import type { SearchTerms } from './searchTerms.ts'

/** Rows with exactly the searched name come first, whatever their votes; at most this many. */
const MAX_EXACT_NAMES = 50
/** Rows read per class of votes. */
const ROWS_PER_CLASS = sql.raw('3000')

/** A value, or the placeholder of a prepared statement. */
type Term = string | Placeholder

/** A table that is searched by words. */
interface Searched {
  table: SQL
  /** the votes column, by which the word indexes are partitioned */
  weight: string
  /** columns that results can be sorted by */
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
 * The `depth` matching rows with the most votes. PostgreSQL runs the parts of a limited `union all` one after another,
 * so classes are read only as far as needed. Each class has about ten times as many rows as the one above; however
 * large the catalogue is, only a few times `depth` rows are read.
 */
export function mostVoted(searched: Searched, matches: Term, where: SQL, depth: number): SQL {
  const classes = fameClasses(searched.weight).map((fame, at) => ({ name: sql.raw(`fame_${at}`), fame: sql.raw(fame) }))
  const matching = classes.map(
    ({ name, fame }) => sql`${name} as materialized (${matchingRows(searched, matches, where, fame)})`,
  )
  const best = classes.map(({ name }) => weightiest(searched, name, depth))
  return sql`with ${sql.join(matching, sql`, `)}
    select * from (${sql.join(best, sql` union all `)}) as classes limit ${most(depth)}`
}

/**
 * Matching rows and rows with exactly this name, each with its `nearness` (`nameMatchOf`, computed from the lexemes).
 */
export function nearestNamed(
  searched: Searched,
  terms: Readonly<Record<keyof SearchTerms, Term>>,
  where: SQL,
  depth: number,
): SQL {
  return sql`select ${searched.columns}, nearness from (select * from (${mostVoted(searched, terms.matches, where, depth)}) as matching
      union select * from (with named as materialized (${matchingRows(searched, terms.isName, where, sql`true`)})
      ${weightiest(searched, sql`named`, MAX_EXACT_NAMES)}) as namesakes) as met,
    lateral (select case when words @@ ${terms.isName}::tsquery then 0
      when words @@ ${terms.beginsName}::tsquery then 1 else 2 end as nearness
      from ${searched.table} where ctid = met.row_address offset 0) as named`
}

/**
 * Materialized: a limit that the planner sees makes it scan the whole table in order, because it assumes matches
 * everywhere. This way it uses the word index and reads rows as they are taken. The words, the largest part of a row,
 * are not selected; `row_address` finds the rows again.
 */
function matchingRows({ table, columns }: Searched, matches: Term, where: SQL, fame: SQL): SQL {
  return sql`select ctid as row_address, ${columns} from ${table} where words @@ ${matches}::tsquery and ${where} and ${fame}`
}

function weightiest({ weight, columns }: Searched, name: SQL, count: number): SQL {
  return sql`(select row_address, ${columns} from (select * from ${name} limit ${ROWS_PER_CLASS}) as looked
    order by ${sql.raw(weight)} desc, id desc limit ${most(count)})`
}

/** A literal in the statement, so that it is planned for this number. */
function most(count: number): SQL {
  return sql.raw(String(count))
}
