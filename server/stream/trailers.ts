import type { Trailer } from '#contract/watch.ts'
import type { PreparedFilm } from './film.ts'
import type { PlayableTitleRow } from './playableTitles.ts'
import type { Offer } from './playlists.ts'
import { audiosOf, subtitlesOf } from './voices.ts'

/** Trailer addresses are not signed: everyone may watch. */
export function trailerOf(title: PlayableTitleRow, film: PreparedFilm): Omit<Trailer, 'title' | 'backdrop'> {
  const base = trailerBase(title)
  return {
    durationSeconds: film.seconds,
    sources: trailerSources(title),
    subtitles: subtitlesOf({ hasSubtitle: true }, film, base),
    thumbnails: `${base}/thumbnails.vtt`,
  }
}

export function trailerSources(title: { id: number; imdb: string | null }): Trailer['sources'] {
  const base = trailerBase(title)
  return [
    { src: `${base}/master.m3u8`, type: 'application/vnd.apple.mpegurl' },
    { src: `${base}/trailer.mp4`, type: 'video/mp4' },
  ]
}

function trailerBase({ id, imdb }: { id: number; imdb: string | null }): string {
  return `/media/trailers/${imdb ?? `t${id}`}`
}

/** A trailer's master playlist offers the original audio and all subtitles. */
export function trailerOffer({ languages }: PlayableTitleRow, film: PreparedFilm): Offer {
  const audios = audiosOf({ languages, isDubbed: false }, film, 'original')
  return { language: 'original', audios, subtitles: subtitlesOf({ hasSubtitle: true }, film, '') }
}
