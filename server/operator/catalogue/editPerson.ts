import { eq, sql } from 'drizzle-orm'
import { recordChange } from '#server/catalogue/cache/catalogueState.ts'
import { countWorks } from '#server/catalogue/seeding/writeRows.ts'
import type { Database } from '#server/database/connect.ts'
import { credits, mergedPeople, people } from '#server/database/schema/catalogue.ts'
import { CommandError } from '#server/operator/command.ts'
import { personFacts } from './storedFacts.ts'
import { type Facts, requireRecord, writeRecord } from './writeFacts.ts'

type PersonRow = typeof people.$inferSelect

/** The facts that `person edit` changes. */
export const PERSON_FACTS = ['nameFa', 'nameEn', 'born', 'died', 'birthplace', 'biography'] as const

/** Changes facts of a locked person, as an import does, and returns all facts afterwards. */
export async function editPerson(
  transaction: Database,
  { person, changes, now }: { person: PersonRow; changes: Facts; now: Date },
): Promise<ReturnType<typeof personFacts>> {
  const { id, key } = person
  if (key === null) throw new CommandError(`Person ${id} has no key and is not edited: import the catalogue again.`)
  const { isHidden: _, ...stored } = personFacts(person)
  await writeRecord(transaction, requireRecord({ kind: 'person', ...stored, ...changes }), now)
  await recordChange(transaction)
  const [written] = await transaction.select().from(people).where(eq(people.id, id))
  return personFacts(written ?? person)
}

/** Hides a locked person everywhere, or shows them again. Their works stay as they are. */
export async function hidePerson(
  transaction: Database,
  { person: { id }, isHidden, now }: { person: PersonRow; isHidden: boolean; now: Date },
): Promise<void> {
  await transaction.update(people).set({ isHidden }).where(eq(people.id, id))
  await markTitles(transaction, id, now)
  await recordChange(transaction)
}

/**
 * Merges a locked person into another one, who keeps their facts and gets the works and, without a portrait of their own,
 * the portrait. Later files that name the merged person mean the other one. Returns the number of works that moved.
 */
export async function mergePeople(
  transaction: Database,
  { from, into, now }: { from: PersonRow; into: PersonRow; now: Date },
): Promise<number> {
  if (from.id === into.id) throw new CommandError('These are the same person.')
  await markTitles(transaction, from.id, now)
  // In a title that names both, one credit per role stays.
  await transaction.execute(sql`
    delete from credits where person_id = ${from.id} and exists (
      select from credits as own
      where own.title_id = credits.title_id and own.role = credits.role and own.person_id = ${into.id})`)
  const moved = await transaction
    .update(credits)
    .set({ personId: into.id })
    .where(eq(credits.personId, from.id))
    .returning({ titleId: credits.titleId })
  await transaction.execute(sql`
    update pictures set person_id = ${into.id} where person_id = ${from.id}
      and not exists (select from pictures as own where own.person_id = ${into.id})`)
  await transaction.update(mergedPeople).set({ intoId: into.id }).where(eq(mergedPeople.intoId, from.id))
  await transaction.delete(people).where(eq(people.id, from.id))
  await transaction.insert(mergedPeople).values({ id: from.id, key: from.key, intoId: into.id })
  await countWorks(transaction, [into.id])
  await recordChange(transaction)
  return moved.length
}

/** Removes a locked person from the catalogue. */
export async function removePerson(transaction: Database, { id }: PersonRow, now: Date): Promise<void> {
  await markTitles(transaction, id, now)
  await transaction.delete(credits).where(eq(credits.personId, id))
  await transaction.delete(people).where(eq(people.id, id))
  await recordChange(transaction)
}

/** Marks the titles of a person as changed, so that devices load them again. */
async function markTitles(transaction: Database, personId: number, now: Date): Promise<void> {
  await transaction.execute(sql`
    update titles set updated_at = ${now.toISOString()}::timestamptz
    where id in (select title_id from credits where person_id = ${personId})`)
}
