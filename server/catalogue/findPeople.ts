import { sql } from 'drizzle-orm'
import { MENU_RESULTS } from '#contract/limits.ts'
import type { PersonCard } from '#contract/people.ts'
import type { Database } from '#server/database/connect.ts'
import { people } from '#server/database/schema/catalogue.ts'
import { personCardOf, personColumns } from './cards.ts'
import { correct } from './correction.ts'
import { type SearchTerms, searchTerms } from './searchText.ts'

/** So many people, those with the most voted works, are looked at for the nearest names. */
const DEPTH = 60

/** People by name, at most a menu of them: the exact name first, then names that begin so, then by the votes of their works. */
export async function findPeople(database: Database, text: string): Promise<PersonCard[]> {
  const asked = searchTerms(text)
  if (!asked) return []
  const found = await search(database, asked)
  if (found.length > 0) return found
  const corrected = await correct(database, 'person', asked)
  return corrected ? search(database, corrected) : []
}

async function search(database: Database, terms: SearchTerms): Promise<PersonCard[]> {
  const columns = sql`id, popularity, case when words @@ ${terms.isName}::tsquery then 0
    when words @@ ${terms.beginsName}::tsquery then 1 else 2 end as nearness`
  const found = sql`(
    (select ${columns} from people where words @@ ${terms.matches}::tsquery
      order by popularity desc, id desc limit ${DEPTH})
    union
    (select ${columns} from people where words @@ ${terms.isName}::tsquery
      order by popularity desc, id desc limit ${DEPTH})
  ) as found`
  const rows = await database
    .select(personColumns)
    .from(people)
    .innerJoin(found, sql`found.id = people.id`)
    .orderBy(sql`found.nearness, found.popularity desc, found.id desc`)
    .limit(MENU_RESULTS)
  return rows.map((row) => personCardOf(row))
}
