import { and, eq, not, sql } from 'drizzle-orm'
import type { Person, PersonRole } from '#contract/people.ts'
import type { TitleCard, TitleOrder } from '#contract/titleCards.ts'
import type { Database } from '#server/database/connect.ts'
import { people, titles } from '#server/database/schema/catalogue.ts'
import { cardColumns, cardOf, personCardOf, personColumns } from './cards.ts'
import { ID_MAX } from './ids.ts'
import { pageOfTitles } from './pageOfTitles.ts'
import { ORDERS, type PageRange } from './search/browseTitles.ts'

/** Best-known works at the top of a person's page. */
const KNOWN_FOR = 6

/**
 * A person's page without the list of works; undefined if the person does not exist or is hidden. `works` counts the works per role.
 */
export async function personPage(
  database: Database,
  id: number,
): Promise<{ person: Person; works: ReadonlyMap<PersonRole, number> } | undefined> {
  if (id > ID_MAX) return undefined
  const { biography, born, died, birthplace } = people
  const [row] = await database
    .select({ ...personColumns, biography, born, died, birthplace })
    .from(people)
    .where(and(eq(people.id, id), not(people.isHidden)))
  if (!row) return undefined
  const works = await countByRole(database, id)
  const known = sql`(select distinct title_id from credits where person_id = ${id}) as known`
  const best = await database
    .select(cardColumns)
    .from(titles)
    .innerJoin(known, sql`known.title_id = titles.id and not is_hidden`)
    .orderBy(sql`votes desc, ${titles.id} desc`)
    .limit(KNOWN_FOR)
  const person = {
    ...personCardOf(row),
    biography: row.biography,
    born: row.born,
    died: row.died,
    birthplace: row.birthplace,
    roles: [...works.keys()],
    knownFor: best.map(cardOf),
  }
  return { person, works }
}

/** The role with more works first. */
async function countByRole(database: Database, id: number): Promise<Map<PersonRole, number>> {
  const { rows } = await database.execute<{ role: PersonRole; count: string | number }>(
    sql`select role, count(*) as count from credits join titles on titles.id = title_id
      where person_id = ${id} and not is_hidden group by role order by count desc, role`,
  )
  return new Map(rows.map(({ role, count }) => [role, Number(count)]))
}

/** A page of a person's works in a role. */
export function worksOf(
  database: Database,
  id: number,
  role: PersonRole,
  order: TitleOrder,
  piece: PageRange,
): Promise<TitleCard[]> {
  const chosen = sql`titles where not is_hidden and id in (select title_id from credits where person_id = ${id} and role = ${role})`
  return pageOfTitles(database, { chosen, order: ORDERS[order] }, piece)
}
