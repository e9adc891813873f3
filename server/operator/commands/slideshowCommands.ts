import { asc, eq, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { recordChange } from '#server/catalogue/cache/catalogueState.ts'
import { writeSlides } from '#server/catalogue/import/writeLinks.ts'
import type { Database } from '#server/database/connect.ts'
import { slides, titles } from '#server/database/schema/catalogue.ts'
import { titleNumbers } from '#server/operator/catalogue/editCollection.ts'
import { requireTitle } from '#server/operator/catalogue/findRecords.ts'
import { titleName } from '#server/operator/catalogue/storedFacts.ts'
import { type CommandCall, CommandError, defineCommand } from '#server/operator/command.ts'
import { recordVersion, requireVersion, seenVersion } from '#server/operator/recordVersion.ts'

/** `slideshow`: the slides of the home in their order, with the version of the list. Without slides, the site draws them daily. */
export const listSlides = defineCommand(v.strictObject({}), async ({ connection: { database } }) => {
  const shown = await slidesOf(database)
  return { version: versionOf(shown), slides: shown.map(({ id: _, ...slide }) => slide) }
})

/** `slideshow set TITLES`: replaces the slides; no title returns to slides that are drawn daily. */
export const setSlides = defineCommand(
  v.strictObject({ titles: v.pipe(v.array(v.string()), v.maxLength(20)), version: seenVersion }),
  ({ connection }, { titles: names, version }, { audit }) =>
    connection.database.transaction(async (transaction) => {
      const before = await lockSlides(transaction, version)
      return writeChosen(transaction, before, await titleNumbers(transaction, names), audit)
    }),
)

/** `slideshow remove TITLE`: takes a title out of the slides. */
export const removeSlide = defineCommand(
  v.strictObject({ title: v.string(), version: seenVersion }),
  ({ connection }, { title, version }, { audit }) =>
    connection.database.transaction(async (transaction) => {
      const { id } = await requireTitle(transaction, title)
      const before = await lockSlides(transaction, version)
      if (!before.some((slide) => slide.id === id)) throw new CommandError(`${title} is not in the slideshow.`)
      const left = before.filter((slide) => slide.id !== id).map((slide) => slide.id)
      return writeChosen(transaction, before, left, audit)
    }),
)

type Slide = Awaited<ReturnType<typeof slidesOf>>[number]

function slidesOf(database: Database) {
  const { id, titleFa, year } = titles
  return database
    .select({ id, name: titleName, titleFa, year })
    .from(slides)
    .innerJoin(titles, eq(id, slides.titleId))
    .orderBy(asc(slides.place), asc(id))
}

function versionOf(shown: readonly Slide[]): string {
  return recordVersion(shown.map(({ id }) => id))
}

async function lockSlides(transaction: Database, version: string | undefined): Promise<Slide[]> {
  await transaction.execute(sql`lock table slides in share row exclusive mode`)
  const before = await slidesOf(transaction)
  requireVersion(
    'The slideshow',
    before.map(({ id }) => id),
    version,
  )
  return before
}

async function writeChosen(
  transaction: Database,
  before: readonly Slide[],
  ids: readonly number[],
  audit: CommandCall['audit'],
) {
  await writeSlides(transaction, ids)
  await recordChange(transaction)
  const after = await slidesOf(transaction)
  const namesOf = (shown: readonly Slide[]) => ({ titles: shown.map(({ name }) => name) })
  await audit(transaction, { subject: 'slideshow', before: namesOf(before), after: namesOf(after) })
  return { version: versionOf(after), slides: after.map(({ id: _, ...slide }) => slide) }
}
