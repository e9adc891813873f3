import type { File } from '#contract/files.ts'
import { titleFiles } from '#data/areas/files.ts'
import { watchedStateIn } from '#data/areas/history.ts'
import type { NumberedEpisode } from '#data/areas/nextEpisode.ts'
import type { DownloadRule, DownloadTarget } from '#data/database/downloadRows.ts'
import type { PersonalDatabase } from '#data/database/personal.ts'
import { clock } from '#data/platform/clock.ts'
import { EXPECTED_ERRORS, ignoring } from '#data/platform/ignoring.ts'
import { downloadLimit, spaceLeft } from './downloadLimit.ts'
import { newLastDownload } from './downloadQueue.ts'
import { removeDownload } from './downloadRow.ts'
import { episodeFiles, estimatedSize } from './episodeFiles.ts'
import { applySettlement, episodesToKeep, type RuleState, ruleStates, settlements } from './seriesRules.ts'

/** Delay before the files of a series are requested again from a server that did not answer, in ms. */
const RETRY_DELAY = 300_000

/**
 * Removes automatic downloads that were watched, and adds the episodes that the rules ask for. Each step is one
 * transaction and repeats harmlessly. Returns when it has to run again, in ms of the device clock; undefined: after the
 * next change.
 */
export async function applySeriesRules(database: PersonalDatabase, signal: AbortSignal): Promise<number | undefined> {
  const times: number[] = []
  for (const { row, settlement } of await settlements(database)) {
    if (settlement.step === 'wait') times.push(settlement.until)
    if (settlement.step !== 'note' && settlement.step !== 'remove') continue
    if ((await applySettlement(database, row)).step === 'remove') await removeDownload(database, row)
  }
  for (const state of await ruleStates(database)) {
    const { rule, missing } = state
    signal.throwIfAborted()
    if (missing.length === 0) continue
    try {
      const files = await titleFiles(rule.titleId, database.userId).fetch({ signal })
      await addEpisodesOfRule(database, state, targetsOf(rule, missing, files))
    } catch (failure) {
      if (signal.aborted) throw failure
      ignoring(...EXPECTED_ERRORS)(failure)
      times.push(clock.now() + RETRY_DELAY)
    }
  }
  return times.length === 0 ? undefined : Math.min(...times)
}

/** Estimated, in bytes. */
type SizedTarget = DownloadTarget & { size: number }

/** The download of each missing episode that has a file. */
function targetsOf(rule: DownloadRule, missing: NumberedEpisode[], files: File[]): SizedTarget[] {
  const chosen = episodeFiles(files, rule.dub)
  return missing.flatMap(({ id, season, number }) => {
    const file = chosen.get(id)
    if (!file) return []
    const target = { fileId: file.id, title: rule.title, season, episode: number, episodeId: id, quality: rule.quality }
    return [{ ...target, size: estimatedSize(files, file, rule.quality) ?? 0 }]
  })
}

/** Adds the downloads in order up to the first that does not fit the user's limit, and notes whether there is one. */
async function addEpisodesOfRule(database: PersonalDatabase, state: RuleState, targets: SizedTarget[]): Promise<void> {
  const { rule } = state
  let exceedsLimit = false
  for (const target of targets) {
    exceedsLimit = !(await addByRule(database, state, target))
    if (exceedsLimit) break
  }
  if ((rule.exceedsLimit ?? false) !== exceedsLimit) await database.downloadRules.update(rule.titleId, { exceedsLimit })
}

/**
 * Adds a download if the rule still asks for it. Returns false when it does not fit the user's limit, which later episodes
 * must not use up.
 */
async function addByRule(
  database: PersonalDatabase,
  { rule, seasons }: RuleState,
  { size, ...target }: SizedTarget,
): Promise<boolean> {
  const limit = await downloadLimit()
  const { downloadRules, keptVideos, history, outbox } = database
  return database.transaction('rw', downloadRules, keptVideos, history, outbox, async () => {
    const current = await downloadRules.get(rule.titleId)
    if (!current || current.quality !== rule.quality || current.dub !== rule.dub) return true
    const episodes = episodesToKeep(current, seasons, await watchedStateIn(database, rule.titleId))
    if (!episodes.some(({ id }) => id === target.episodeId)) return true
    const rows = await keptVideos.toArray()
    if (rows.some(({ title, episodeId }) => title.id === rule.titleId && episodeId === target.episodeId)) return true
    if (limit !== undefined && spaceLeft(limit, rows) < size) return false
    await keptVideos.put({ ...newLastDownload(target, rows), size, isAutomatic: true })
    return true
  })
}
