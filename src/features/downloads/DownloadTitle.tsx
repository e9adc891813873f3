import type { TitleCard } from '#contract/titleCards.ts'
import { downloadsText } from '#text/downloads.ts'
import { DownloadButton } from './DownloadButton.tsx'
import { nameOf } from './videoTexts.ts'

/** Downloads the chosen or the best version of a film or an episode. */
export function DownloadTitle({
  title,
  dub,
  episode,
}: {
  title: TitleCard
  dub: boolean | undefined
  episode?: { id: number; season: number; number: number } | undefined
}) {
  const { season = null, number = null, id = null } = episode ?? {}
  return (
    <DownloadButton
      thing={{ title, dub, season, episode: number, episodeId: id }}
      version={episode ? downloadsText.episode(season, number) : nameOf({ title })}
      look={episode ? 'round' : 'text'}
    />
  )
}
