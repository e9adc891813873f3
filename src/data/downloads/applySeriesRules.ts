import type { File } from '#contract/files.ts'
import { titleFiles } from '#data/areas/files.ts'
import type { NumberedEpisode } from '#data/areas/nextEpisode.ts'
import type { Download, DownloadRule } from '#data/database/downloadRows.ts'
import type { PersonalDatabase } from '#data/database/personal.ts'
import { clock } from '#data/platform/clock.ts'
import { EXPECTED_ERRORS, ignoring } from '#data/platform/ignoring.ts'
import { limitLeft } from './downloadLimit.ts'
import { newDownload, removeDownload } from './downloadRow.ts'
import { retryStoppedForSpace } from './downloads.ts'
import { episodeFiles, estimatedSize } from './episodeFiles.ts'
import { ruleStates, settlements } from './seriesRules.ts'

/** After this long, in ms, the files of a series are asked for again when the server did not answer. */
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
    if (settlement.step === 'note') await noteWatched(database, row, settlement.watchedSince)
    if (settlement.step === 'remove' && (await isStillAutomatic(database, row))) {
      await removeDownload(database, row)
      await retryStoppedForSpace(database)
    }
  }
  for (const { rule, missing } of await ruleStates(database)) {
    signal.throwIfAborted()
    if (missing.length === 0) continue
    try {
      const files = await titleFiles(rule.titleId, database.userId).fetch({ signal })
      await addEpisodesOfRule(database, rule, targetsOf(rule, missing, files))
    } catch (failure) {
      if (signal.aborted) throw failure
      ignoring(...EXPECTED_ERRORS)(failure)
      times.push(clock.now() + RETRY_DELAY)
    }
  }
  return times.length === 0 ? undefined : Math.min(...times)
}

async function noteWatched(database: PersonalDatabase, { fileId, run }: Download, watchedSince: number | undefined) {
  await database.transaction('rw', database.keptVideos, async () => {
    const row = await database.keptVideos.get(fileId)
    if (row?.run === run && row.isAutomatic) await database.keptVideos.update(fileId, { watchedSince })
  })
}

/** The user may have ended the rule, or asked for the episode, in another tab meanwhile. */
async function isStillAutomatic({ keptVideos }: PersonalDatabase, { fileId, run }: Download): Promise<boolean> {
  const row = await keptVideos.get(fileId)
  return row?.run === run && row.isAutomatic === true
}

/** The download of each missing episode that has a file, with its estimated size. */
function targetsOf(rule: DownloadRule, missing: NumberedEpisode[], files: File[]): Download[] {
  const chosen = episodeFiles(files, rule.dub)
  return missing.flatMap(({ id, season, number }, at) => {
    const file = chosen.get(id)
    if (!file) return []
    const target = { fileId: file.id, title: rule.title, season, episode: number, episodeId: id, quality: rule.quality }
    const row = newDownload(target)
    const size = estimatedSize(files, file, rule.quality) ?? 0
    return [{ ...row, size, createdAt: row.createdAt + at, isAutomatic: true }]
  })
}

/** Adds the downloads in order up to the first that does not fit the user's limit, and notes whether there is one. */
async function addEpisodesOfRule(database: PersonalDatabase, rule: DownloadRule, targets: Download[]): Promise<void> {
  let exceedsLimit = false
  for (const target of targets) {
    exceedsLimit = !(await addByRule(database, rule, target))
    if (exceedsLimit) break
  }
  if ((rule.exceedsLimit ?? false) !== exceedsLimit) await database.downloadRules.update(rule.titleId, { exceedsLimit })
}

/**
 * Adds a download if the rule still asks for it. Returns false when it does not fit the user's limit, which later episodes
 * must not use up.
 */
async function addByRule(database: PersonalDatabase, { titleId }: DownloadRule, download: Download): Promise<boolean> {
  const left = await limitLeft(database)
  if (left !== undefined && left < download.size) return false
  const { downloadRules, keptVideos } = database
  await database.transaction('rw', downloadRules, keptVideos, async () => {
    const rule = await downloadRules.get(titleId)
    if (!rule || download.episodeId === null || rule.skipped.includes(download.episodeId)) return
    const same = await keptVideos
      .filter(({ title, episodeId }) => title.id === titleId && episodeId === download.episodeId)
      .count()
    if (same === 0) await keptVideos.put(download)
  })
  return true
}
