import type { ShownDownload } from '#data/downloads/downloadStore.ts'
import { downloadsText, keptWhyWords } from '#text/downloads.ts'

/** What a kept film is called. */
export function nameOf({ title }: Pick<ShownDownload, 'title'>): string {
  return title.titleFa || title.titleEn
}

/** Its name with what tells it from the other episodes. */
export function fullName({ title, season, episode }: Pick<ShownDownload, 'title' | 'season' | 'episode'>): string {
  const part = downloadsText.episode(season, episode)
  return part === '' ? nameOf({ title }) : `${nameOf({ title })}، ${part}`
}

/** How much of it is here, from 0 to 1. */
export function partOf({ state, bytes, size }: ShownDownload): number {
  if (state === 'kept') return 1
  return size > 0 ? Math.min(1, bytes / size) : 0
}

/** What all films on their way wait for; nothing while they come. */
export type Wait = 'network' | 'wifi' | undefined

/** Why one that is wanted does not come now; nothing when it does, or is about to. */
export function waitWords({ background }: Pick<ShownDownload, 'background'>, wait: Wait): string | undefined {
  if (background !== undefined) return downloadsText.background
  return wait && downloadsText.waitsFor[wait]
}

/** How it stands, in words. */
export function stateWords(video: ShownDownload, wait: Wait): string {
  const { state, refusal, size, bytes, until } = video
  if (state === 'paused') return downloadsText.facts([downloadsText.paused, downloadsText.progress(bytes, size)])
  if (state === 'wanted') {
    const amount = size > 0 && downloadsText.progress(bytes, size)
    const waits = waitWords(video, wait)
    if (waits !== undefined) return downloadsText.facts([waits, video.background !== undefined && amount])
    return downloadsText.facts([bytes > 0 ? downloadsText.fetching : downloadsText.waiting, amount])
  }
  if (refusal !== undefined) return keptWhyWords(refusal, video.message)
  return downloadsText.until(until)
}
