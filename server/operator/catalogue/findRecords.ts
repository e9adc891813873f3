import { eq, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { ID_MAX, titleId } from '#server/catalogue/ids.ts'
import { type MergedKind, mergedInto, mergedNamed } from '#server/catalogue/mergedRecords.ts'
import type { Database } from '#server/database/connect.ts'
import { collections, people, titles } from '#server/database/schema/catalogue.ts'
import { CommandError } from '#server/operator/command.ts'
import { requireVersion } from '#server/operator/recordVersion.ts'
import { collectionFacts, personFacts, titleFacts } from './storedFacts.ts'

/** Finds a title and locks its row. Throws a `CommandError` if there is none, or not in the version that was seen. */
export async function lockTitle(transaction: Database, name: string, version?: string) {
  const { id } = await requireTitle(transaction, name)
  const [title] = await transaction.select().from(titles).where(eq(titles.id, id)).for('no key update')
  if (!title) return noTitle(name)
  const facts = await titleFacts(transaction, title)
  requireVersion(`Title ${name}`, facts, version)
  return { title, facts }
}

/**
 * Finds a title by IMDb id, number or the operator's key, also by those of a title that was merged into it. Throws a
 * `CommandError` if there is none.
 */
export async function requireTitle(database: Database, name: string): Promise<typeof titles.$inferSelect> {
  const number = numberOf(name)
  const where = /^tt\d{7,8}$/.test(name)
    ? eq(titles.id, titleId(name))
    : sql`${titles.key} = ${name} or ${titles.id} = ${number ?? null}::integer`
  const [title] = await database.select().from(titles).where(where).orderBy(sql`${titles.key} = ${name} desc`).limit(1)
  if (title) return title
  const into = await mergedIntoNamed(database, 'titles', name)
  const [merged] = into === undefined ? [] : await database.select().from(titles).where(eq(titles.id, into))
  return merged ?? noTitle(name)
}

/** The number of the record that a merged one is part of, by the IMDb id, key or number that the merged one had. */
async function mergedIntoNamed(database: Database, kind: MergedKind, name: string): Promise<number | undefined> {
  const into = (await mergedNamed(database, { [kind]: [name] }))[kind].get(name)
  const number = numberOf(name)
  return into?.id ?? (number === undefined ? undefined : await mergedInto(database, kind, number))
}

/** Throws the `CommandError` for a title that does not exist. */
export function noTitle(name: string): never {
  throw new CommandError(`There is no title ${name}.`)
}

/** Finds a person by key or number, also by those of a person who was merged. Throws a `CommandError` if there is none. */
export async function requirePerson(database: Database, name: string): Promise<typeof people.$inferSelect> {
  const find = async (where: SQL | undefined) => {
    const order = sql`${people.key} = ${name} desc nulls last`
    const [person] = await database.select().from(people).where(where).orderBy(order).limit(1)
    return person
  }
  const found = await find(named(people, name))
  if (found) return found
  const into = await mergedIntoNamed(database, 'people', name)
  return (into === undefined ? undefined : await find(eq(people.id, into))) ?? missing('person', name)
}

/** Finds a person and locks the row. Throws a `CommandError` if there is none, or not in the version that was seen. */
export async function lockPerson(transaction: Database, name: string, version?: string) {
  const { id } = await requirePerson(transaction, name)
  const [person] = await transaction.select().from(people).where(eq(people.id, id)).for('no key update')
  if (!person) return missing('person', name)
  const facts = personFacts(person)
  requireVersion(`Person ${name}`, facts, version)
  return { person, facts }
}

/**
 * Finds a collection by key or number, also by those of a collection that was merged. Throws a `CommandError` if there is
 * none.
 */
export async function requireCollection(database: Database, name: string): Promise<typeof collections.$inferSelect> {
  const find = async (where: SQL | undefined) => {
    const order = sql`${collections.key} = ${name} desc nulls last`
    const [collection] = await database.select().from(collections).where(where).orderBy(order).limit(1)
    return collection
  }
  const found = await find(named(collections, name))
  if (found) return found
  const into = await mergedIntoNamed(database, 'collections', name)
  return (into === undefined ? undefined : await find(eq(collections.id, into))) ?? missing('collection', name)
}

/** Finds a collection and locks the row. Throws a `CommandError` if there is none, or not in the version that was seen. */
export async function lockCollection(transaction: Database, name: string, version?: string) {
  const { id } = await requireCollection(transaction, name)
  const [collection] = await transaction.select().from(collections).where(eq(collections.id, id)).for('no key update')
  if (!collection) return missing('collection', name)
  const facts = await collectionFacts(transaction, collection)
  requireVersion(`Collection ${name}`, facts, version)
  return { collection, facts }
}

function named(table: { key: PgColumn; id: PgColumn }, name: string): SQL | undefined {
  const number = numberOf(name)
  return or(eq(table.key, name), number === undefined ? undefined : eq(table.id, number))
}

function numberOf(name: string): number | undefined {
  const number = /^\d{1,10}$/.test(name) ? Number(name) : undefined
  return number !== undefined && number <= ID_MAX ? number : undefined
}

function missing(kind: 'person' | 'collection', name: string): never {
  throw new CommandError(`There is no ${kind} ${name}.`)
}
