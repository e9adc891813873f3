import type { TitleCard } from '#contract/titleCards.ts'
import type { DownloadTarget } from '#data/database/downloadRows.ts'
import { downloadsText } from '#text/downloads.ts'
import { nameOf } from './videoTexts.ts'

/** Something to download: one version of a film or episode, or, without `file`, the best version. */
export interface DownloadItem extends Pick<DownloadTarget, 'season' | 'episode' | 'episodeId'> {
  title: TitleCard
  /** The dubbed or the other version; ignored with `file`. */
  dub?: boolean | undefined
  file?: { id: number; quality: string; sizeBytes: number | null } | undefined
}

/** The id that the server expects. */
export function idOf({ title, episodeId, file }: DownloadItem): number {
  return file?.id ?? episodeId ?? title.id
}

/** The title's name, with the episode of a series. */
export function downloadName({ title, season, episode }: DownloadItem): string {
  return downloadsText.facts([nameOf({ title }), downloadsText.episode(season, episode)])
}
