import { asc, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { collections, collectionTitles, titles } from '#server/database/schema/catalogue.ts'
import { COLLECTION_FACTS, editCollection, removeCollection } from '#server/operator/catalogue/editCollection.ts'
import { lockCollection, requireCollection } from '#server/operator/catalogue/findRecords.ts'
import { collectionFacts, titlesOfCollection } from '#server/operator/catalogue/storedFacts.ts'
import { readFacts } from '#server/operator/catalogue/writeFacts.ts'
import { defineCommand } from '#server/operator/command.ts'
import { changedFacts, recordVersion, seenVersion } from '#server/operator/recordVersion.ts'

/** `collection`: all collections, also those that the site does not show since they have fewer than two titles. */
export const listCollections = defineCommand(v.strictObject({}), async ({ connection }) => {
  const { id, key, titleFa, titleEn } = collections
  const rows = await connection.database
    .select({
      ...{ id, key, titleFa, titleEn },
      kind: sql<string>`case when exists (select from ${titles} where collection_id = ${collections}.id) then 'series' else 'list' end`,
      titles: sql<number>`(select count(*)::integer from ${collectionTitles} where collection_id = ${collections}.id)`,
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
