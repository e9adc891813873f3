import { and, asc, eq, inArray, isNull, lte, sql } from 'drizzle-orm'
import { type HistoryItem, historyApi, type SetPosition } from '#contract/history.ts'
import { type CardRow, cardColumns, cardOf } from '#server/catalogue/cards.ts'
import { groupByTitle } from '#server/catalogue/groupByTitle.ts'
import { requireTitle } from '#server/catalogue/requireTitle.ts'
import type { Database } from '#server/database/connect.ts'
import { episodes, titles } from '#server/database/schema/catalogue.ts'
import { history, historyMarks, watchedFlags } from '#server/database/schema/personal.ts'
import { type Api, serve } from '#server/http/serve.ts'
import { refuse } from '#server/platform/refuse.ts'
import { passFence, passFences } from '#server/sync/fence.ts'
import type { Mutation } from '#server/sync/mutation.ts'
import { mutationHandler } from '#server/sync/mutationHandler.ts'
import { MAX_AGE } from '#server/sync/mutationHeaders.ts'
import { monotonicMerge } from '#server/sync/strategies.ts'
import { serveSyncedList } from '#server/sync/syncedList.ts'
import { fieldMessages } from '#server/text/messages.ts'
import { redirectTitle, translatePosition } from './mergedTitles.ts'

/** Replaces the episode id in the marks and flags of a film. */
export const FILM = 0

export const historyList = {
  name: 'history',
  table: history,
  deletedAt: history.deletedAt,
  key: history.titleId,
  newest: history.watchedAt,
  items: watchedItems,
  tombstone: (titleId: number, version: number) => ({ titleId, deleted: true as const, version }),
}

export type Mark = typeof historyMarks.$inferSelect
export type Flag = typeof watchedFlags.$inferSelect
type ItemRow = typeof history.$inferSelect
type Params = { id: number }
type Change = Mutation<Params, unknown>

/**
 * A title's history has three parts: marks (the latest position of each film or episode), flags (what the user last said
 * about each), and the time of the last removal, which hides all marks and flags up to it. Each part only grows, so the
 * result is the same in any order.
 */
export function serveHistory(api: Api): void {
  serveSyncedList(api, historyApi.list, historyList)

  serve(
    api,
    historyApi.set,
    mutationHandler(
      monotonicMerge({
        entity: historyEntity,
        async merge(mutation) {
          await requireTitle(mutation.transaction, mutation.params.id)
          const { previousAt } = await passFence(mutation, marksEntity(mutation.params))
          const marks = await withoutStaleMarks(mutation, await marksOf(mutation, previousAt))
          const { removedAt } = await historyRow(mutation)
          const living = marks.filter(({ watchedAt }) => removedAt === null || watchedAt > removedAt)
          const hasChanged = (await writeMarks(mutation.transaction, living)).length > 0
          if (hasChanged) await updateItem(mutation)
          return { row: await presentHistory(mutation), hasChanged }
        },
      }),
      redirectTitle(translatePosition),
    ),
  )

  serve(
    api,
    historyApi.remove,
    mutationHandler(
      monotonicMerge({
        entity: historyEntity,
        async merge(mutation, { isOutOfSequence }) {
          const { transaction, createdAt } = mutation
          await requireTitle(transaction, mutation.params.id)
          await passFence(mutation, marksEntity(mutation.params))
          const { removedAt } = await historyRow(mutation)
          if (removedAt !== null && removedAt >= createdAt)
            return { row: await presentHistory(mutation), hasChanged: false }
          await transaction.update(history).set({ removedAt: createdAt }).where(isItem(mutation))
          const gone = await transaction
            .delete(historyMarks)
            .where(and(isMarkOf(mutation), lte(historyMarks.watchedAt, createdAt)))
            .returning({ episodeId: historyMarks.episodeId })
          const unflagged = await transaction
            .delete(watchedFlags)
            .where(and(isFlagOf(mutation), lte(watchedFlags.flaggedAt, createdAt)))
            .returning({ episodeId: watchedFlags.episodeId })
          const hidesSome = gone.length + unflagged.length > 0
          if (hidesSome) await updateItem(mutation)
          // A removal that a later change of its device has overtaken, and that hides nothing now, is still stored for
          // marks that arrive later, but reported as stale.
          return { row: await presentHistory(mutation), hasChanged: hidesSome || !isOutOfSequence }
        },
      }),
      redirectTitle(),
    ),
  )
}

/** The entity of all mutations of a title's history, whichever endpoint sends them. */
export function historyEntity({ id }: Params): string {
  return `history:${id}`
}

/**
 * The entity of positions and removals alone. Devices merge positions past flags and past hiding, so these two do not bound
 * the times of carried positions.
 */
function marksEntity(params: Params): string {
  return `${historyEntity(params)}:marks`
}

function isItem({ userId, params }: Change) {
  return and(eq(history.userId, userId), eq(history.titleId, params.id))
}

function isMarkOf({ userId, params }: Change) {
  return and(eq(historyMarks.userId, userId), eq(historyMarks.titleId, params.id))
}

function isFlagOf({ userId, params }: Change) {
  return and(eq(watchedFlags.userId, userId), eq(watchedFlags.titleId, params.id))
}

/** The title's history row. A new row is a tombstone: nothing watched, nothing removed. */
export async function historyRow(mutation: Change): Promise<ItemRow> {
  const { transaction, userId, params, version, now } = mutation
  const begun = { userId, titleId: params.id, version, deletedAt: now }
  const [made] = await transaction.insert(history).values(begun).onConflictDoNothing().returning()
  const row = made ?? (await transaction.select().from(history).where(isItem(mutation)))[0]
  if (!row) throw new Error('a row of the history is neither new nor known')
  return { ...row, removedAt: laterOf(row.removedAt, await formerRemoval(mutation)) }
}

/** When the user removed a merged title from the history: it holds back what they watched of it before. */
async function formerRemoval({ transaction, userId, mergedFrom }: Change): Promise<Date | null> {
  if (mergedFrom === undefined) return null
  const former = and(eq(history.userId, userId), eq(history.titleId, mergedFrom))
  const [row] = await transaction.select({ removedAt: history.removedAt }).from(history).where(former)
  return row?.removedAt ?? null
}

function laterOf(one: Date | null, other: Date | null): Date | null {
  return one && other ? new Date(Math.max(one.getTime(), other.getTime())) : (one ?? other)
}

/**
 * The marks of a mutation: its own and earlier ones that it carries, the latest per episode. Carried marks are later
 * than the device's previous mutation.
 */
async function marksOf(mutation: Mutation<Params, SetPosition>, after: Date | undefined) {
  const { transaction, userId, params, body, createdAt, now } = mutation
  const oldest = Math.max(now.getTime() - MAX_AGE, after === undefined ? 0 : after.getTime() + 1)
  const { earlier, ...main } = body
  const momentOf = (age: number) => Math.max(createdAt.getTime() - age, oldest)
  // The last position must be later than those before it, also when their ages are clamped.
  const last = Math.max(momentOf(0), ...earlier.map(({ age }) => momentOf(age) + 1))
  const marks = [{ ...main, at: last }, ...earlier.map(({ age, ...mark }) => ({ ...mark, at: momentOf(age) }))]
  const known = await episodesOf(
    transaction,
    params.id,
    marks.flatMap(({ episodeId }) => episodeId ?? []),
  )
  if (main.episodeId !== null && !known.has(main.episodeId)) {
    refuse('validation', { errors: { episodeId: [fieldMessages.episode] } })
  }
  const latest = new Map<number, Mark>()
  for (const { at, episodeId, ...mark } of marks) {
    // Skips episodes that no longer exist.
    if (episodeId !== null && !known.has(episodeId)) continue
    const one = { ...mark, userId, titleId: params.id, episodeId: episodeId ?? FILM, watchedAt: new Date(at) }
    const other = latest.get(one.episodeId)
    if (!other || isLater(one, other)) latest.set(one.episodeId, one)
  }
  return [...latest.values()]
}

/** Leaves out marks of episodes for which this device has already sent a later mutation. */
async function withoutStaleMarks(mutation: Mutation<Params, SetPosition>, marks: Mark[]): Promise<Mark[]> {
  const episodeEntity = ({ episodeId }: Mark) => `${historyEntity(mutation.params)}:${episodeId}`
  const ofEpisodes = marks.filter(({ episodeId }) => episodeId !== FILM)
  const fences = await passFences(mutation, ofEpisodes.map(episodeEntity))
  return marks.filter((mark) => !fences.get(episodeEntity(mark))?.isOutOfSequence)
}

/** Which of these episodes the title has. */
export async function episodesOf(database: Database, titleId: number, ids: number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const found = await database
    .select({ id: episodes.id })
    .from(episodes)
    .where(and(eq(episodes.titleId, titleId), inArray(episodes.id, ids)))
  return new Set(found.map((episode) => episode.id))
}

/**
 * Whether a mark replaces another of the same episode. At equal times the higher position wins, so that the order of
 * arrival does not matter.
 */
function isLater(one: Mark, other: Mark): boolean {
  const [ranks, others] = [one, other].map((mark) => [
    mark.watchedAt.getTime(),
    mark.position,
    mark.duration,
    mark.fileId ?? 0,
  ]) as [number[], number[]]
  const at = ranks.findIndex((rank, index) => rank !== others[index])
  return at >= 0 && (ranks[at] ?? 0) > (others[at] ?? 0)
}

/** Writes marks that are later than the stored ones (`isLater`); returns the titles that changed. */
export async function writeMarks(database: Database, marks: Mark[]): Promise<number[]> {
  if (marks.length === 0) return []
  const { watchedAt, position, duration, fileId } = historyMarks
  const written = await database
    .insert(historyMarks)
    .values(marks)
    .onConflictDoUpdate({
      target: [historyMarks.userId, historyMarks.titleId, historyMarks.episodeId],
      set: {
        watchedAt: sql`excluded.watched_at`,
        position: sql`excluded.position`,
        duration: sql`excluded.duration`,
        fileId: sql`excluded.file_id`,
      },
      setWhere: sql`(excluded.watched_at, excluded.position, excluded.duration, coalesce(excluded.file_id, 0))
        > (${watchedAt}, ${position}, ${duration}, coalesce(${fileId}, 0))`,
    })
    .returning({ titleId: historyMarks.titleId })
  return [...new Set(written.map(({ titleId }) => titleId))]
}

/**
 * Writes flags that are later than the stored ones; returns the titles that changed. At equal times "watched" wins, then
 * "not watched", so that the order of arrival does not matter.
 */
export async function writeFlags(database: Database, flags: Flag[]): Promise<number[]> {
  if (flags.length === 0) return []
  const { watched, flaggedAt } = watchedFlags
  const written = await database
    .insert(watchedFlags)
    .values(flags)
    .onConflictDoUpdate({
      target: [watchedFlags.userId, watchedFlags.titleId, watchedFlags.episodeId],
      set: { watched: sql`excluded.watched`, flaggedAt: sql`excluded.flagged_at` },
      setWhere: sql`(excluded.flagged_at, coalesce(excluded.watched::integer, -1))
        > (${flaggedAt}, coalesce(${watched}::integer, -1))`,
    })
    .returning({ titleId: watchedFlags.titleId })
  return [...new Set(written.map(({ titleId }) => titleId))]
}

/** Updates the title's row to its marks and flags. */
export function updateItem({ transaction, userId, params, version, now }: Change): Promise<void> {
  return updateItems(transaction, { userId, version, now }, [params.id])
}

export async function updateItems(
  transaction: Database,
  { userId, version, now }: Pick<Change, 'userId' | 'version' | 'now'>,
  titleIds: number[],
): Promise<void> {
  await transaction.execute(sql`
    update ${history} set version = ${version}, watched_at = last.at,
      deleted_at = case when last.at is null then ${now.toISOString()}::timestamptz end
    from (
      select item.title_id, greatest(
        (select max(watched_at) from ${historyMarks} as mark where mark.user_id = item.user_id and mark.title_id = item.title_id),
        (select max(flagged_at) from ${watchedFlags} as flag
          where flag.user_id = item.user_id and flag.title_id = item.title_id and flag.watched)
      ) as at
      from ${history} as item where item.user_id = ${userId} and item.title_id in ${titleIds}
    ) as last
    where ${history.userId} = ${userId} and ${history.titleId} = last.title_id`)
}

/** The title's history item, or its tombstone. */
export async function presentHistory(mutation: Change) {
  const { transaction, userId, params } = mutation
  const item = (await watchedItems(transaction, userId, [params.id])).get(params.id)
  return item ?? historyList.tombstone(params.id, (await historyRow(mutation)).version)
}

export async function watchedItems(
  database: Database,
  userId: number,
  titleIds: number[],
): Promise<Map<number, HistoryItem>> {
  const rows = await database
    .select({
      title: cardColumns,
      version: history.version,
      watchedAt: history.watchedAt,
      hiddenAt: history.hiddenAt,
    })
    .from(history)
    .innerJoin(titles, eq(titles.id, history.titleId))
    .where(and(eq(history.userId, userId), inArray(history.titleId, titleIds), isNull(history.deletedAt)))
  const marks = await database
    .select()
    .from(historyMarks)
    .where(and(eq(historyMarks.userId, userId), inArray(historyMarks.titleId, titleIds)))
    .orderBy(asc(historyMarks.episodeId))
  const flags = await database
    .select()
    .from(watchedFlags)
    .where(and(eq(watchedFlags.userId, userId), inArray(watchedFlags.titleId, titleIds)))
    .orderBy(asc(watchedFlags.episodeId))
  const [marksOf, flagsOf] = [groupByTitle(marks), groupByTitle(flags)]
  return new Map(
    rows.flatMap(({ title, watchedAt, ...row }) => {
      if (watchedAt === null) return []
      const parts = { marks: marksOf.get(title.id) ?? [], flags: flagsOf.get(title.id) ?? [] }
      return [[title.id, itemOf(title, { ...row, watchedAt }, parts)]]
    }),
  )
}

function itemOf(
  title: CardRow,
  { version, watchedAt, hiddenAt }: Pick<ItemRow, 'version' | 'hiddenAt'> & { watchedAt: Date },
  { marks, flags }: { marks: Mark[]; flags: Flag[] },
): HistoryItem {
  const last = marks.reduce<Mark | undefined>(
    (latest, mark) => (latest && latest.watchedAt > mark.watchedAt ? latest : mark),
    undefined,
  )
  return {
    titleId: title.id,
    title: cardOf(title),
    ...(last ? markOf(last) : NOTHING_PLAYED),
    watchedAt: watchedAt.toISOString(),
    playedAt: last?.watchedAt.toISOString() ?? null,
    episodes: marks.filter(({ episodeId }) => episodeId !== FILM).map(markOf),
    flags: flags.flatMap(flagOf),
    hidden: hiddenAt !== null && hiddenAt >= watchedAt,
    version,
  }
}

const NOTHING_PLAYED = { fileId: null, episodeId: null, position: 0, duration: 0 }

function flagOf({ episodeId, watched, flaggedAt }: Flag): HistoryItem['flags'] {
  if (watched === null) return []
  return [{ episodeId: episodeId === FILM ? null : episodeId, watched, flaggedAt: flaggedAt.toISOString() }]
}

function markOf({ fileId, episodeId, position, duration, watchedAt }: Mark) {
  return {
    fileId,
    episodeId: episodeId === FILM ? null : episodeId,
    position,
    duration,
    watchedAt: watchedAt.toISOString(),
  }
}
