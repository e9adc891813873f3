import * as v from 'valibot'
import type { Title } from '#contract/titles.ts'
import { isUnaired } from '#data/areas/continueWatching.ts'
import { watchedStateIn } from '#data/areas/history.ts'
import { episodesInOrder, episodeToWatch, type NumberedEpisode } from '#data/areas/nextEpisode.ts'
import { cachedSeasons } from '#data/areas/titles.ts'
import { progressReader, type Viewing } from '#data/areas/watchedParts.ts'
import type { Download, DownloadRule } from '#data/database/downloadRows.ts'
import { durableWrite } from '#data/database/durableWrite.ts'
import { type PersonalDatabase, personalDatabase, personalDatabaseIfSignedIn } from '#data/database/personal.ts'
import { requestPersistence } from '#data/database/storageQuota.ts'
import { clock } from '#data/platform/clock.ts'

/** The most episodes that a rule keeps. */
export const RULE_COUNT_MAX = 10
/** An automatic download is removed this long after it was watched, in ms: two days. */
export const WATCHED_GRACE = 2 * 86_400_000

const Count = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(RULE_COUNT_MAX))

/**
 * Keeps the next `count` unwatched episodes of a series on this device. Replaces the series' rule; episodes whose download
 * the user deleted may be downloaded again. Throws `SignedOut` and `NotStored`.
 */
export async function setSeriesRule(rule: Omit<DownloadRule, 'titleId' | 'skipped'>): Promise<void> {
  const database = await personalDatabase()
  const row = { ...rule, count: v.parse(Count, rule.count), titleId: rule.title.id, skipped: [] }
  void requestPersistence()
  await durableWrite(database, () => database.downloadRules.put(row))
}

/** A rule that ended, and the downloads that it would have removed. */
export interface EndedRule {
  rule: DownloadRule
  automatic: Pick<Download, 'fileId' | 'run' | 'watchedSince'>[]
}

/**
 * Ends the rule of a series. Its downloads stay until the user deletes them. Returns what `restoreSeriesRule` needs;
 * undefined if there was no rule. Throws `SignedOut` and `NotStored`.
 */
export async function endSeriesRule(titleId: number): Promise<EndedRule | undefined> {
  const database = await personalDatabase()
  const { downloadRules, keptVideos } = database
  let ended: EndedRule | undefined
  await durableWrite(database, () =>
    database.transaction('rw', downloadRules, keptVideos, async () => {
      const rule = await downloadRules.get(titleId)
      const rows = keptVideos.filter(({ title, isAutomatic }) => title.id === titleId && isAutomatic === true)
      const automatic = (await rows.toArray()).map(({ fileId, run, watchedSince }) => ({ fileId, run, watchedSince }))
      ended = rule && { rule, automatic }
      await downloadRules.delete(titleId)
      await rows.modify({ isAutomatic: undefined, watchedSince: undefined })
    }),
  )
  return ended
}

/** Undoes `endSeriesRule`, unless the series has a new rule. Throws `SignedOut` and `NotStored`. */
export async function restoreSeriesRule({ rule, automatic }: EndedRule): Promise<void> {
  const database = await personalDatabase()
  const { downloadRules, keptVideos } = database
  await durableWrite(database, () =>
    database.transaction('rw', downloadRules, keptVideos, async () => {
      if (await downloadRules.get(rule.titleId)) return
      await downloadRules.put(rule)
      for (const { fileId, run, watchedSince } of automatic) {
        const row = await keptVideos.get(fileId)
        if (row?.run === run) await keptVideos.update(fileId, { isAutomatic: true, watchedSince })
      }
    }),
  )
}

/** Returns the rule of a series; undefined without one and for guests. */
export async function seriesRule(titleId: number): Promise<DownloadRule | undefined> {
  return (await personalDatabaseIfSignedIn())?.downloadRules.get(titleId)
}

/** The current state of a rule. */
export interface RuleState {
  rule: DownloadRule
  /** The episodes to keep, in viewing order. */
  episodes: NumberedEpisode[]
  /** Those without a download. */
  missing: NumberedEpisode[]
  /** The episodes that this device knows. */
  seasons: Title['seasons']
  /** How many of `episodes` play from this device. */
  ready: number
}

/** Reads a title's history at the first call for it, and returns the same afterwards. */
export type ViewingReader = (titleId: number) => Promise<Viewing | undefined>

export function viewingReader(database: PersonalDatabase): ViewingReader {
  const read = new Map<number, Promise<Viewing | undefined>>()
  return (titleId) => {
    const viewing = read.get(titleId) ?? watchedStateIn(database, titleId)
    read.set(titleId, viewing)
    return viewing
  }
}

/** Returns the state of each rule, by the history and the episodes that this device knows. */
export async function ruleStates(
  database: PersonalDatabase,
  viewingOf: ViewingReader = viewingReader(database),
): Promise<RuleState[]> {
  const rules = await database.downloadRules.toArray()
  if (rules.length === 0) return []
  const seasons = await cachedSeasons(rules.map(({ titleId }) => titleId))
  const downloads = await database.keptVideos.toArray()
  return Promise.all(
    rules.map(async (rule) => {
      const known = seasons.get(rule.titleId) ?? []
      const episodes = episodesToKeep(rule, known, await viewingOf(rule.titleId))
      const ofSeries = downloads.filter(({ title }) => title.id === rule.titleId)
      const added = new Set(ofSeries.map(({ episodeId }) => episodeId))
      // An episode may have downloads of several files.
      const complete = new Set(ofSeries.filter(({ state }) => state === 'kept').map(({ episodeId }) => episodeId))
      return {
        rule,
        episodes,
        missing: episodes.filter(({ id }) => !added.has(id)),
        seasons: known,
        ready: episodes.filter(({ id }) => complete.has(id)).length,
      }
    }),
  )
}

/** The next unwatched episodes that have a film, from the one to watch next on. */
export function episodesToKeep(
  { count, skipped }: Pick<DownloadRule, 'count' | 'skipped'>,
  seasons: Title['seasons'],
  viewing: Viewing | undefined,
): NumberedEpisode[] {
  const all = episodesInOrder(seasons)
  const next = episodeToWatch(seasons, viewing)?.episode
  const progressOf = progressReader(viewing)
  const isWanted = (episode: NumberedEpisode) =>
    episode.hasFilm &&
    !isUnaired(episode) &&
    !skipped.includes(episode.id) &&
    (!progressOf(episode.id).isWatched || progressOf(episode.id).resume !== undefined)
  return all
    .slice(all.findIndex(({ id }) => id === next?.id))
    .filter(isWanted)
    .slice(0, count)
}

/** What happens to an automatic download now. */
export type Settlement =
  | { step: 'keep' }
  /** The device saw it as watched for the first time, or it is unwatched again. */
  | { step: 'note'; watchedSince: number | undefined }
  | { step: 'remove' }
  | { step: 'wait'; until: number }

/**
 * Decides about an automatic download by the history. One that is watched goes after `WATCHED_GRACE`, or at once while it
 * is incomplete. A time in the future means that the clock was set back: the grace begins again.
 */
function settlementOf(
  { state, episodeId, watchedSince }: Pick<Download, 'state' | 'episodeId' | 'watchedSince'>,
  viewing: Viewing | undefined,
  now: number,
): Settlement {
  const { isWatched, resume } = progressReader(viewing)(episodeId)
  if (!isWatched || resume)
    return watchedSince === undefined ? { step: 'keep' } : { step: 'note', watchedSince: undefined }
  if (state !== 'kept') return { step: 'remove' }
  if (watchedSince === undefined || watchedSince > now) return { step: 'note', watchedSince: now }
  const until = watchedSince + WATCHED_GRACE
  return until <= now ? { step: 'remove' } : { step: 'wait', until }
}

/** Returns the automatic downloads with what happens to them now. */
export async function settlements(
  database: PersonalDatabase,
  viewingOf: ViewingReader = viewingReader(database),
): Promise<{ row: Download; settlement: Settlement }[]> {
  const rows = await database.keptVideos.filter(({ isAutomatic }) => isAutomatic === true).toArray()
  const viewings = new Map<number, Viewing | undefined>()
  for (const { title } of rows) viewings.set(title.id, await viewingOf(title.id))
  const now = clock.now()
  return rows
    .filter(({ state }) => state !== 'leaving')
    .map((row) => ({ row, settlement: settlementOf(row, viewings.get(row.title.id), now) }))
}

/**
 * Decides again in one transaction and stores the decision; a removed download is `leaving`. The user may have asked for the
 * episode, ended the rule or watched it again meanwhile.
 */
export async function applySettlement(database: PersonalDatabase, { fileId, run }: Download): Promise<Settlement> {
  const { keptVideos, history, outbox } = database
  return database.transaction('rw', keptVideos, history, outbox, async () => {
    const row = await keptVideos.get(fileId)
    if (row?.run !== run || !row.isAutomatic || row.state === 'leaving') return { step: 'keep' }
    const settlement = settlementOf(row, await watchedStateIn(database, row.title.id), clock.now())
    if (settlement.step === 'note') await keptVideos.update(fileId, { watchedSince: settlement.watchedSince })
    if (settlement.step === 'remove') await keptVideos.update(fileId, { state: 'leaving' })
    return settlement
  })
}
