import type { ShownDownload } from '#data/downloads/shownDownloads.ts'
import { downloadRefusalText, downloadsText } from '#text/downloads.ts'

/** The title's name. */
export function nameOf({ title }: Pick<ShownDownload, 'title'>): string {
  return title.titleFa || title.titleEn
}

/** The title's name with its episode. */
export function fullName({ title, season, episode }: Pick<ShownDownload, 'title' | 'season' | 'episode'>): string {
  const part = downloadsText.episode(season, episode)
  return part === '' ? nameOf({ title }) : `${nameOf({ title })}، ${part}`
}

/** Downloaded fraction, from 0 to 1. */
export function downloadedFraction({ state, bytes, size }: ShownDownload): number {
  if (state === 'kept') return 1
  return size > 0 ? Math.min(1, bytes / size) : 0
}

/** The condition that blocks all pending downloads; undefined while they are running. */
export type Wait = 'network' | 'wifi' | 'charging' | undefined

/** The text that explains why a download is waiting; undefined when it is not. */
export function waitText({ background }: Pick<ShownDownload, 'background'>, wait: Wait): string | undefined {
  if (background !== undefined) return downloadsText.background
  return wait && downloadsText.waitsFor[wait]
}

/** The state of a download as text. */
export function stateText(video: ShownDownload, wait: Wait): string {
  const { state, refusal, size, bytes, until } = video
  if (state === 'paused') return downloadsText.facts([downloadsText.paused, downloadsText.progress(bytes, size)])
  if (state === 'wanted') {
    const amount = size > 0 && downloadsText.progress(bytes, size)
    const waits = waitText(video, wait)
    if (waits !== undefined) return downloadsText.facts([waits, video.background !== undefined && amount])
    return downloadsText.facts([bytes > 0 ? downloadsText.fetching : downloadsText.waiting, amount])
  }
  if (refusal !== undefined) return downloadRefusalText(refusal, video.message)
  return downloadsText.until(until)
}
