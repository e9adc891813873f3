import type { Trailer } from '#contract/watch.ts'
import { trailerBase, trailerSources } from '#server/catalogue/trailerSources.ts'
import { refuse } from '#server/platform/refuse.ts'
import { hasFiles } from './fileIds.ts'
import type { Film, PreparedFilm, Voice } from './film.ts'
import type { PlayableTitleRow } from './playableTitles.ts'
import type { Offer } from './playlists.ts'
import { audiosOf, subtitlesOf } from './voices.ts'

/** Length, addresses and subtitles of a trailer, for the player. */
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
  const language = voiceOf(film.audios)
  const audios = audiosOf({ languages, isDubbed: false }, film, language)
  return { language, audios, subtitles: subtitlesOf({ hasSubtitle: true }, film, '') }
}

/** The prepared download that plays where HLS does not: of a middle quality, where there is one. */
export function trailerDownload({ qualities, audios }: Film): string {
  const files = qualities.filter(hasFiles)
  const { quality } = files.find((one) => one.quality === '720p') ?? files[0] ?? refuse('not_found')
  return `${quality}-${voiceOf(audios)}`
}

function voiceOf(audios: Film['audios']): Voice {
  return audios.some(({ voice }) => voice === 'original') ? 'original' : 'dubbed'
}
