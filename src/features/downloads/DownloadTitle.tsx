import type { TitleCard } from '#contract/titleCards.ts'
import { downloadsText } from '#text/downloads.ts'
import { DownloadButton } from './DownloadButton.tsx'
import { nameOf } from './videoTexts.ts'

/** Downloads the best version of a film or an episode. */
export function DownloadTitle({
  title,
  episode,
}: {
  title: TitleCard
  episode?: { id: number; season: number; number: number } | undefined
}) {
  const { season = null, number = null, id = null } = episode ?? {}
  return (
    <DownloadButton
      thing={{ title, season, episode: number, episodeId: id }}
      version={episode ? downloadsText.episode(season, number) : nameOf({ title })}
      look={episode ? 'round' : 'text'}
    />
  )
}
