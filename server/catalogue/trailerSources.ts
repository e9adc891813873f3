import type { Trailer } from '#contract/watch.ts'

interface NamedTitle {
  id: number
  imdb: string | null
}

/** The addresses of a title's trailer; `version`: of the operator's, undefined for the sample. */
export function trailerSources(title: NamedTitle, version: string | undefined): Trailer['sources'] {
  const base = trailerBase(title, version)
  return [
    { src: `${base}/master.m3u8`, type: 'application/vnd.apple.mpegurl' },
    { src: `${base}/trailer.mp4`, type: 'video/mp4' },
  ]
}

/** Not signed: everyone may watch. With a version, since a replaced trailer must not be mixed with parts in caches. */
export function trailerBase({ id, imdb }: NamedTitle, version: string | undefined): string {
  return `/media/trailers/${imdb ?? `t${id}`}${version === undefined ? '' : `/${version}`}`
}
