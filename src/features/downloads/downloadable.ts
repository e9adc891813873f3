import type { TitleCard } from '#contract/titleCards.ts'
import type { DownloadTarget } from '#data/database/downloadRows.ts'
import { downloadsText } from '#text/downloads.ts'
import { nameOf } from './videoTexts.ts'

/** What the person may keep: one version of a film or of an episode, or, where none is named, the best that there is. */
export interface Keepable extends Pick<DownloadTarget, 'season' | 'episode' | 'episodeId'> {
  title: TitleCard
  file?: { id: number; quality: string; sizeBytes: number | null } | undefined
}

/** As the server is asked for it. */
export function idOf({ title, episodeId, file }: Keepable): number {
  return file?.id ?? episodeId ?? title.id
}

/** What it is called: the title, and of a series which episode. */
export function keepableName({ title, season, episode }: Keepable): string {
  return downloadsText.facts([nameOf({ title }), downloadsText.episode(season, episode)])
}
