import { eq, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { recordChange } from '#server/catalogue/cache/catalogueState.ts'
import { ID_MAX, titleId } from '#server/catalogue/ids.ts'
import type { Database } from '#server/database/connect.ts'
import { titles } from '#server/database/schema/catalogue.ts'
import { CommandError, defineCommand } from '#server/operator/command.ts'

/** How many titles `title find` shows. */
const FOUND_MAX = 20

/** `title show TITLE`: a title's stored facts. */
export const showTitle = defineCommand(v.strictObject({ title: v.string() }), ({ connection }, { title }) =>
  requireTitle(connection.database, title),
)

/** `title find WORDS`: titles whose Persian or English name contains the words, hidden ones too. */
export const findTitle = defineCommand(
  v.strictObject({ words: v.pipe(v.string(), v.trim(), v.minLength(1)) }),
  async ({ connection }, { words }) => {
    const pattern = `%${words.replace(/[\\%_]/g, '\\$&')}%`
    const found = await connection.database
      .select(summaryColumns)
      .from(titles)
      .where(sql`title_fa ilike ${pattern} or title_en ilike ${pattern}`)
      .orderBy(sql`votes desc, id`)
      .limit(FOUND_MAX)
    return { titles: found }
  },
)

/** `title hide`, `title unhide` and `title access`: hides a title or shows it again, and sets its access. */
export const setTitle = defineCommand(
  v.strictObject({
    title: v.string(),
    isHidden: v.optional(v.boolean()),
    access: v.optional(v.picklist(['free', 'premium'])),
  }),
  ({ connection, clock }, { title: key, ...change }, { audit }) =>
    connection.database.transaction(async (transaction) => {
      const { id, access, isHidden } = await requireTitle(transaction, key)
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

const { id, imdb, key, type, titleFa, titleEn, year, access, isHidden } = titles
const summaryColumns = { id, imdb, key, type, titleFa, titleEn, year, access, isHidden }

/** Finds a title by IMDb id, number or the operator's key. Throws a `CommandError` if there is none. */
export async function requireTitle(database: Database, name: string): Promise<typeof titles.$inferSelect> {
  const number = /^\d{1,10}$/.test(name) ? Number(name) : undefined
  const where = /^tt\d{7,8}$/.test(name)
    ? eq(titles.id, titleId(name))
    : sql`${titles.key} = ${name} or ${titles.id} = ${number !== undefined && number <= ID_MAX ? number : null}::integer`
  const [title] = await database.select().from(titles).where(where).orderBy(sql`${titles.key} = ${name} desc`).limit(1)
  return title ?? noTitle(name)
}

function noTitle(name: string): never {
  throw new CommandError(`There is no title ${name}.`)
}
