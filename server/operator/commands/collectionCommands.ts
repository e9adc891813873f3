import { asc, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { collections, collectionTitles, titles } from '#server/database/schema/catalogue.ts'
import {
  COLLECTION_FACTS,
  createCollection,
  editCollection,
  hideCollection,
  mergeCollections,
  removeCollection,
} from '#server/operator/catalogue/editCollection.ts'
import { lockCollection, requireCollection } from '#server/operator/catalogue/findRecords.ts'
import { collectionFacts, titlesOfCollection } from '#server/operator/catalogue/storedFacts.ts'
import { readFacts } from '#server/operator/catalogue/writeFacts.ts'
import { defineCommand } from '#server/operator/command.ts'
import { changedFacts, recordVersion, seenVersion } from '#server/operator/recordVersion.ts'

/** `collection`: all collections, also those that the site does not show since they have fewer than two titles. */
export const listCollections = defineCommand(v.strictObject({}), async ({ connection }) => {
  const { id, key, titleFa, titleEn, isHidden } = collections
  const rows = await connection.database
    .select({
      ...{ id, key, titleFa, titleEn },
      kind: sql<string>`case when exists (select from ${titles} where collection_id = ${collections}.id) then 'series' else 'list' end`,
      titles: sql<number>`(select count(*)::integer from ${collectionTitles} where collection_id = ${collections}.id)`,
      isHidden,
    })
    .from(collections)
    .orderBy(asc(key), asc(id))
  return { collections: rows }
})

/** `collection show COLLECTION`: a collection's facts with the version that they have, and its titles in viewing order. */
export const showCollection = defineCommand(
  v.strictObject({ collection: v.string() }),
  async ({ connection: { database } }, { collection: name }) => {
    const collection = await requireCollection(database, name)
    const { titles: names, ...facts } = await collectionFacts(database, collection)
    const members = await titlesOfCollection(database, collection.id)
    return { id: collection.id, version: recordVersion({ ...facts, titles: names }), ...facts, titles: members }
  },
)

/** `collection create KEY`: creates a collection with the facts that the command's file names. */
export const createCollectionCommand = defineCommand(
  v.strictObject({ key: v.string() }),
  async ({ connection, clock }, { key }, { file, audit }) => {
    const facts = await readFacts(file, COLLECTION_FACTS)
    return connection.database.transaction(async (transaction) => {
      const made = await createCollection(transaction, { key, facts, now: clock() })
      const after = await collectionFacts(transaction, made)
      await audit(transaction, { subject: `collection ${made.id}`, before: null, after })
      return { id: made.id, version: recordVersion(after), ...after }
    })
  },
)

/** `collection hide` and `collection unhide`: hides a collection or shows it again. */
export const setCollection = defineCommand(
  v.strictObject({ collection: v.string(), isHidden: v.boolean(), version: seenVersion }),
  ({ connection, clock }, { collection: name, isHidden, version }, { audit }) =>
    connection.database.transaction(async (transaction) => {
      const { collection, facts } = await lockCollection(transaction, name, version)
      await hideCollection(transaction, { collection, isHidden, now: clock() })
      const before = { isHidden: collection.isHidden }
      await audit(transaction, { subject: `collection ${collection.id}`, before, after: { isHidden } })
      return {
        id: collection.id,
        version: recordVersion({ ...facts, isHidden }),
        titleFa: collection.titleFa,
        isHidden,
      }
    }),
)

/** `collection merge FROM INTO`: makes one collection of two. */
export const mergeCollectionCommand = defineCommand(
  v.strictObject({ from: v.string(), into: v.string(), version: seenVersion }),
  ({ connection, clock }, { version, ...names }, { audit }) =>
    connection.database.transaction(async (transaction) => {
      const { collection: from, facts } = await lockCollection(transaction, names.from, version)
      const { collection: into, facts: kept } = await lockCollection(transaction, names.into)
      const moved = await mergeCollections(transaction, {
        from: { id: from.id, facts },
        into: { id: into.id, facts: kept },
        now: clock(),
      })
      await audit(
        transaction,
        { subject: `collection ${from.id}`, before: facts, after: { mergedInto: into.id } },
        { subject: `collection ${into.id}`, before: null, after: { merged: from.id, titles: moved } },
      )
      return { merged: from.id, into: into.id, titleFa: into.titleFa, titles: moved }
    }),
)

/** `collection edit COLLECTION`: changes its facts, and adds, removes and orders the titles of a curated list. */
export const editCollectionFacts = defineCommand(
  v.strictObject({
    collection: v.string(),
    version: seenVersion,
    /** titles to add at the end */
    add: v.optional(v.array(v.string()), []),
    remove: v.optional(v.array(v.string()), []),
  }),
  async ({ connection, clock }, { collection: name, version, ...moves }, { file, audit }) => {
    const changes = await readFacts(file, COLLECTION_FACTS)
    return connection.database.transaction(async (transaction) => {
      const { collection, facts: before } = await lockCollection(transaction, name, version)
      const after = await editCollection(transaction, { collection, before, changes, ...moves, now: clock() })
      const changed = changedFacts(before, after)
      await audit(transaction, { subject: `collection ${collection.id}`, ...changed })
      return { id: collection.id, version: recordVersion(after), ...changed.after }
    })
  },
)

/** `collection remove COLLECTION`: removes a collection; its titles stay. */
export const removeCollectionCommand = defineCommand(
  v.strictObject({ collection: v.string(), version: seenVersion }),
  ({ connection, clock }, { collection: name, version }, { audit }) =>
    connection.database.transaction(async (transaction) => {
      const { collection, facts } = await lockCollection(transaction, name, version)
      await removeCollection(transaction, collection, clock())
      await audit(transaction, { subject: `collection ${collection.id}`, before: facts, after: null })
      return { removed: collection.id, titleFa: collection.titleFa }
    }),
)
