import type { File } from '#contract/files.ts'
import type { TitleCard } from '#contract/titleCards.ts'
import { downloadsText } from '#text/downloads.ts'
import { filesText } from '#text/files.ts'
import { DownloadButton } from './DownloadButton.tsx'

/** The download button of one version, in its file row. */
export function DownloadFile({ title, file }: { title: TitleCard; file: File }) {
  const { season, episode, episodeId } = file
  const episodeName = downloadsText.episode(season, episode)
  const version = filesText.version(file.quality, filesText.languageLong[file.language], episodeName || undefined)
  return <DownloadButton thing={{ title, season, episode, episodeId, file }} version={version} />
}
