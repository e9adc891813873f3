import type { Trailer } from '#contract/watch.ts'
import { trailerBase, trailerSources } from '#server/catalogue/trailerSources.ts'
import type { Film, PreparedFilm } from './film.ts'
import type { PlayableTitleRow } from './playableTitles.ts'
import type { Offer } from './playlists.ts'
import { audiosOf, subtitlesOf } from './voices.ts'

/** What the player needs for a trailer. */
export function trailerOf(title: PlayableTitleRow, film: PreparedFilm): Omit<Trailer, 'title' | 'backdrop'> {
  const version = film.isTrailer ? film.version : undefined
  const base = trailerBase(title, version)
  return {
    durationSeconds: film.seconds,
    sources: trailerSources(title, version),
    subtitles: subtitlesOf({ hasSubtitle: true }, film, base),
    thumbnails: `${base}/thumbnails.vtt`,
  }
}

/** A trailer's master playlist offers the original audio, if there is one, and all subtitles. */
export function trailerOffer({ languages }: PlayableTitleRow, film: PreparedFilm): Offer {
  const language = voiceOf(film)
  const audios = audiosOf({ languages, isDubbed: false }, film, language)
  return { language, audios, subtitles: subtitlesOf({ hasSubtitle: true }, film, '') }
}

/** The prepared download that plays where HLS does not: of a middle quality. */
export function trailerDownload(film: PreparedFilm): string {
  const { qualities } = film
  const quality = qualities.find((one) => one.quality === '720p') ?? qualities[0]
  return `${quality?.quality}-${voiceOf(film)}`
}

function voiceOf({ audios }: Film): 'original' | 'dubbed' {
  return audios.some(({ voice }) => voice === 'original') ? 'original' : 'dubbed'
}
