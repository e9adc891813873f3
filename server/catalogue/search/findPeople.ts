import { type SQL, sql } from 'drizzle-orm'
import { MENU_RESULTS } from '#contract/limits.ts'
import type { PersonCard } from '#contract/people.ts'
import { parseQuery } from '#contract/search/query.ts'
import { compareByRank } from '#contract/search/ranking.ts'
import { searchableNames } from '#contract/search/searchableNames.ts'
import { type Interpretation, rankWithTypos } from '#contract/search/typos.ts'
import { personCardOf, personColumns } from '#server/catalogue/cards.ts'
import type { Database } from '#server/database/connect.ts'
import { people } from '#server/database/schema/catalogue.ts'
import { meantTerms, termsOf } from './searchTerms.ts'
import { spellingAlternatives } from './spellingCorrection.ts'
import { mostVoted, nearestNamed, SEARCHED_PEOPLE } from './wordSearch.ts'

/** Candidates with the most votes that are ranked by name. */
const DEPTH = 60
const SHOWN = sql`not is_hidden`

/** Finds people by name, for a menu: exact names first, then names that start with the query, then by votes. */
export async function findPeople(database: Database, text: string): Promise<PersonCard[]> {
  const query = parseQuery(text)
  if (!query) return []
  const found = nearestNamed(SEARCHED_PEOPLE, termsOf(query), SHOWN, DEPTH)
  const rows = await peopleOf(database, found, sql`nearness, found.popularity desc, found.id desc`, MENU_RESULTS)
  if (rows.length > 0) return rows.map((row) => personCardOf(row))
  const meanings = await spellingAlternatives(database, 'person', query.words)
  return meanings ? meantPeople(database, meanings) : []
}

async function meantPeople(database: Database, meanings: readonly Interpretation[]): Promise<PersonCard[]> {
  const found = mostVoted(SEARCHED_PEOPLE, meantTerms(meanings), SHOWN, DEPTH)
  const rows = await peopleOf(database, found, sql`found.id`, DEPTH)
  return rows
    .flatMap((row) => {
      const rank = rankWithTypos(searchableNames([row.fullnameFa, row.fullnameEn]), meanings)
      return rank ? [{ row, ...rank, id: row.id, weight: row.popularity }] : []
    })
    .toSorted(compareByRank)
    .slice(0, MENU_RESULTS)
    .map(({ row }) => personCardOf(row))
}

function peopleOf(database: Database, found: SQL, order: SQL, most: number) {
  return database
    .select(personColumns)
    .from(people)
    .innerJoin(sql`(${found}) as found`, sql`found.id = people.id`)
    .orderBy(order)
    .limit(most)
}
