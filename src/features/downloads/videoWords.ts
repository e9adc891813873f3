import type { ShownVideo } from '#data/keptHooks.ts'
import { downloadsText, keptWhyWords } from '#text/downloads.ts'

/** What a kept film is called. */
export function nameOf({ title }: Pick<ShownVideo, 'title'>): string {
  return title.titleFa || title.titleEn
}

/** Its name with what tells it from the other episodes. */
export function fullName({ title, season, episode }: Pick<ShownVideo, 'title' | 'season' | 'episode'>): string {
  const part = downloadsText.episode(season, episode)
  return part === '' ? nameOf({ title }) : `${nameOf({ title })}، ${part}`
}

/** How much of it is here, from 0 to 1. */
export function partOf({ state, bytes, size }: ShownVideo): number {
  if (state === 'kept') return 1
  return size > 0 ? Math.min(1, bytes / size) : 0
}

/** How it stands, in words; `reachable`: the server answers. */
export function stateWords(video: ShownVideo, reachable: boolean): string {
  const { state, refusal, background, size, bytes, until } = video
  if (state === 'paused') return downloadsText.facts([downloadsText.paused, downloadsText.progress(bytes, size)])
  if (state === 'wanted') {
    if (background !== undefined) return downloadsText.background
    if (!reachable) return downloadsText.offline
    return downloadsText.facts([
      bytes > 0 ? downloadsText.fetching : downloadsText.waiting,
      size > 0 && downloadsText.progress(bytes, size),
    ])
  }
  if (refusal !== undefined) return keptWhyWords(refusal, video.message)
  return downloadsText.until(until)
}
