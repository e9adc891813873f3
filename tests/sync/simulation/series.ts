import type { File } from '#contract/files.ts'
import type { TitleCard } from '#contract/titleCards.ts'
import type { Title } from '#contract/titles.ts'

/** A series with few episodes, as its page on the devices lists them. */
export interface Series {
  card: TitleCard
  page: Title
  episodes: { id: number; season: number; number: number; hasFilm: boolean }[]
}

/** The versions of each film, as the server lists them: the highest quality first. */
const VERSIONS = [
  { language: 'dubbed', quality: '1080p', sizeBytes: 1000 },
  { language: 'subtitled', quality: '1080p', sizeBytes: 900 },
  { language: 'dubbed', quality: '720p', sizeBytes: 400 },
] as const

/** The episode at this index has no film. */
const WITHOUT_FILM = 2

/** Creates a series from its page with only the first `count` episodes. */
export function seriesOf(card: TitleCard, { files: _, ...page }: Title & { files?: unknown }, count: number): Series {
  const seasons = page.seasons.slice(0, 1).map((season) => ({
    ...season,
    episodes: season.episodes
      .slice(0, count)
      .map((episode, at) => ({ ...episode, hasFilm: at !== WITHOUT_FILM, airedAt: null })),
  }))
  const episodes = seasons.flatMap(({ number: season, episodes }) =>
    episodes.map(({ id, number, hasFilm }) => ({ id, season, number, hasFilm })),
  )
  return { card, page: { ...page, seasons, cast: [], directors: [], viewer: null }, episodes }
}

/** Id of the file of an episode in a version of `VERSIONS`. */
export function fileIdOf(episodeId: number, version: number): number {
  return episodeId * 10 + version
}

/** Id of the only file of the film, beyond those of episodes. */
export const FILM_FILE = 2 ** 40

/** The size of a file, in bytes. */
export const sizeOfFile = (fileId: number) => VERSIONS[fileId === FILM_FILE ? 0 : fileId % 10]?.sizeBytes ?? 0

/** The episode of a file. */
export const episodeOfFile = (fileId: number) => Math.floor(fileId / 10)

/** The server's answer to the files call of a series. The test server itself has no films. */
export function filesAnswer({ card, episodes }: Series): { data: File[] } {
  const files = VERSIONS.flatMap((version, at) =>
    episodes
      .filter(({ hasFilm }) => hasFilm)
      .map(({ id, season, number }) => ({
        ...{ ...version, id: fileIdOf(id, at), titleId: card.id, episodeId: id, season, episode: number },
        ...{ codec: 'H.264', durationSeconds: 5000, stream: null, download: null, name: null, subtitles: [] },
        ...{ locked: false, needs: null, expiresAt: null },
      })),
  )
  return { data: files }
}
