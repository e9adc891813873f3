import type { TitleCard } from '#contract/titleCards.ts'
import type { Watch } from '#contract/watch.ts'
import { playerText } from '#text/player.ts'
import { factsLine, yearWords } from '#text/titleFacts.ts'
import type { NowPlaying } from './controls/useMediaSession.ts'

export const nameOf = ({ titleFa, titleEn }: TitleCard) => titleFa || titleEn

/** Title and subtitle for the media session. */
export function nowPlayingOf({ title, episode }: Pick<Watch, 'title' | 'episode'>): NowPlaying {
  const of = episode ? playerText.episode(episode.season, episode.number) : title.titleEn
  return { title: nameOf(title), subtitle: of, album: episode?.titleFa ?? '', poster: title.poster }
}

/** Further facts in one line. */
export function factsOf({ title, episode, language }: Watch): string {
  return factsLine([
    episode && playerText.episode(episode.season, episode.number),
    episode?.titleFa,
    !episode && yearWords(title.year),
    playerText.languages[language],
  ])
}
