import type { TitleCard } from '#contract/titleCards.ts'
import { downloadsText } from '#text/downloads.ts'
import { KeepButton } from './DownloadButton.tsx'
import { nameOf } from './videoTexts.ts'

/** Keeps a film, or an episode of a series, in the best version that there is. */
export function KeepTitle({
  title,
  episode,
}: {
  title: TitleCard
  episode?: { id: number; season: number; number: number } | undefined
}) {
  const { season = null, number = null, id = null } = episode ?? {}
  return (
    <KeepButton
      thing={{ title, season, episode: number, episodeId: id }}
      version={episode ? downloadsText.episode(season, number) : nameOf({ title })}
      look={episode ? 'round' : 'words'}
    />
  )
}
