import { eq, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { lockUserRows } from '#server/areas/titleRemoval.ts'
import { recordChange } from '#server/catalogue/cache/catalogueState.ts'
import type { Connection, Database } from '#server/database/connect.ts'
import { titles } from '#server/database/schema/catalogue.ts'
import { editTitle, TITLE_FACTS } from '#server/operator/catalogue/editTitle.ts'
import { mergeTitles, removeTitle } from '#server/operator/catalogue/endTitle.ts'
import { lockTitle, noTitle, requireTitle } from '#server/operator/catalogue/findRecords.ts'
import { titleFacts } from '#server/operator/catalogue/storedFacts.ts'
import { readFacts } from '#server/operator/catalogue/writeFacts.ts'
import { defineCommand } from '#server/operator/command.ts'
import { markUsed } from '#server/operator/films/filmUse.ts'
import { containing, FOUND_MAX, Words } from '#server/operator/findByWords.ts'
import { changedFacts, recordVersion, seenVersion } from '#server/operator/recordVersion.ts'

/** `title show TITLE`: a title's facts as `title edit` takes them, with the version that they have. */
export const showTitle = defineCommand(v.strictObject({ title: v.string() }), async ({ connection }, { title }) => {
  const found = await requireTitle(connection.database, title)
  const facts = await titleFacts(connection.database, found)
  return { id: found.id, version: recordVersion(facts), ...facts }
})

/** `title edit TITLE`: changes the facts that the command's file names (docs/import.md#rows), and only those. */
export const editTitleFacts = defineCommand(
  v.strictObject({ title: v.string(), version: seenVersion }),
  async ({ connection, clock }, { title: name, version }, { file, audit }) => {
    const changes = await readFacts(file, TITLE_FACTS)
    return connection.database.transaction(async (transaction) => {
      const { title, facts: before } = await lockTitle(transaction, name, version)
      const after = await editTitle(transaction, { title, before, changes, now: clock() })
      const changed = changedFacts(before, after)
      await audit(transaction, { subject: `title ${title.id}`, ...changed })
      return { id: title.id, version: recordVersion(after), ...changed.after }
    })
  },
)

/** `title remove TITLE`: removes a title with its comments, likes and places in lists. */
export const removeTitleCommand = defineCommand(
  v.strictObject({ title: v.string(), version: seenVersion }),
  async ({ connection, clock, storage }, { title: name, version }, { audit }) => {
    return endingTitle(connection, async (transaction) => {
      const { title, facts } = await lockTitle(transaction, name, version)
      const { users, films } = await removeTitle(transaction, title, clock())
      await audit(transaction, { subject: `title ${title.id}`, before: { ...facts, users }, after: null })
      for (const film of films) await markUsed(storage, film)
      return { removed: title.id, titleFa: title.titleFa, ...users }
    })
  },
)

/** `title merge FROM INTO`: makes one title of two that were imported for the same film. */
export const mergeTitleCommand = defineCommand(
  v.strictObject({ from: v.string(), into: v.string(), version: seenVersion }),
  async ({ connection, clock, storage }, { version, ...names }, { audit }) => {
    return endingTitle(connection, async (transaction) => {
      const { title: from, facts } = await lockTitle(transaction, names.from, version)
      const { title: into } = await lockTitle(transaction, names.into)
      const { users, films } = await mergeTitles(transaction, { from, into, now: clock() })
      await audit(
        transaction,
        { subject: `title ${from.id}`, before: facts, after: { mergedInto: into.id } },
        { subject: `title ${into.id}`, before: null, after: { merged: from.id, users } },
      )
      for (const film of films) await markUsed(storage, film)
      return { merged: from.id, into: into.id, titleFa: into.titleFa, ...users }
    })
  },
)

/** `title find WORDS`: titles whose Persian or English name contains the words, hidden ones too. */
export const findTitle = defineCommand(v.strictObject({ words: Words }), async ({ connection }, { words }) => {
  const pattern = containing(words)
  const found = await connection.database
    .select(summaryColumns)
    .from(titles)
    .where(sql`title_fa ilike ${pattern} or title_en ilike ${pattern}`)
    .orderBy(sql`votes desc, id`)
    .limit(FOUND_MAX)
  return { titles: found }
})

/** `title hide`, `title unhide` and `title access`: hides a title or shows it again, and sets its access. */
export const setTitle = defineCommand(
  v.strictObject({
    title: v.string(),
    isHidden: v.optional(v.boolean()),
    access: v.optional(v.picklist(['free', 'premium'])),
    version: seenVersion,
  }),
  ({ connection, clock }, { title: key, version, ...change }, { audit }) =>
    connection.database.transaction(async (transaction) => {
      const { id, access, isHidden } = (await lockTitle(transaction, key, version)).title
      const [title] = await transaction
        .update(titles)
        .set({ ...change, updatedAt: clock() })
        .where(eq(titles.id, id))
        .returning(summaryColumns)
      if (!title) return noTitle(key)
      await recordChange(transaction)
      const before = { access, isHidden }
      await audit(transaction, { subject: `title ${id}`, before, after: { ...before, ...change } })
      return title
    }),
)

/** Runs a removal or merge in a transaction, without the time limits of calls: a title may be on many lists. */
function endingTitle<Result>(
  connection: Connection,
  work: (transaction: Database) => Promise<Result>,
): Promise<Result> {
  return connection.exclusively(({ database }) =>
    database.transaction(async (transaction) => {
      await lockUserRows(transaction)
      return work(transaction)
    }),
  )
}

const { id, imdb, key, type, titleFa, titleEn, year, access, isHidden } = titles
const summaryColumns = { id, imdb, key, type, titleFa, titleEn, year, access, isHidden }
