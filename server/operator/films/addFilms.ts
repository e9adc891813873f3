import { existsSync, statSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import * as v from 'valibot'
import { TRAILER } from '#server/catalogue/ids.ts'
import { readPlaces } from '#server/config.ts'
import { CommandError } from '#server/operator/command.ts'
import type { CommandName } from '#server/operator/operatorApi.ts'
import { openStorage } from '#server/storage/openStorage.ts'
import { removeUnusedFilms } from '#server/stream/removeUnusedFilms.ts'
import { KEPT } from '#server/stream/sweepFilms.ts'
import { isVersion } from '#server/stream/voices.ts'
import { copyHls } from './copyHls.ts'
import { encodeFilm } from './encodeFilm.ts'
import { type EpisodeFile, episodeFilesOf } from './episodeFiles.ts'
import { findMaster } from './hlsPlaylists.ts'

/** Options of `film add`. */
export interface FilmOptions {
  season: number
  episode: number
  trailer: boolean
  yes: boolean
}

/** How `film add` talks to the operator's commands and to the operator. */
interface Console {
  /** runs a command and returns its result */
  request(command: CommandName, input: object): Promise<Record<string, unknown>>
  report(text: string): void
}

const Title = v.object({ type: v.picklist(['movie', 'series']), languages: v.array(v.string()) })

/**
 * Makes films of a file, or of the episodes in a folder, and plays them as the title. The episodes found
 * in a folder are shown before the first is made. Throws a `CommandError` with a line for the operator.
 */
export async function addFilms(
  name: string,
  path: string,
  { season, episode, trailer, yes }: FilmOptions,
  { request, report }: Console,
): Promise<void> {
  const source = resolve(path)
  if (!existsSync(source)) throw new CommandError(`${path} cannot be read`)
  const { type, languages } = v.parse(Title, await request('title-show', { title: name }))
  const isOfEpisodes = type === 'series' && season === 0 && !trailer
  const playlist = isOfEpisodes ? undefined : findMaster(source)
  const isFolder = playlist === undefined && statSync(source).isDirectory()
  if (isFolder && trailer) throw new CommandError('A trailer is a file, or a folder with an HLS playlist.')
  if (isFolder && type === 'movie') {
    throw new CommandError(`${name} is a film: name its file, or a folder with an HLS playlist.`)
  }
  if (!isFolder && !trailer && type === 'series' && (season === 0 || episode === 0)) {
    throw new CommandError(`${name} is a series: add --season and --episode, or name a folder.`)
  }
  const files = isFolder
    ? await chooseEpisodes(source, yes)
    : [{ path: playlist ?? source, ...(trailer ? { season: 0, number: TRAILER } : { season, number: episode }) }]
  for (const { season, number } of files) await request('film-place', { title: name, season, number })
  const places = readPlaces(process.env)
  const storage = await openStorage(places)
  const workFolder = join(places.dataDir, 'encoding')
  await mkdir(workFolder, { recursive: true })
  // Before hours of encoding.
  await storage.check()
  for (const file of files) {
    const film = await (playlist === undefined ? encodeFilm : copyHls)(file.path, {
      ...{ workFolder, storage, languages, isTrailer: trailer },
      onProgress: (step, share) => report(`${labelOf(file)}${step} ${Math.round(share * 100)} %`),
    })
    const { version } = film
    await request('film-put', { title: name, season: file.season, number: file.number, version })
    report('')
    console.log(
      `${labelOf(file)}${film.qualities.map(({ quality }) => quality).join(', ')}; ${film.audios.map((audio) => (isVersion(audio) ? audio.voice : audio.lang)).join(', ')}; subtitles: ${film.subtitles?.join(', ') || 'none'}`,
    )
  }
  // Left by commands that were interrupted and not repeated.
  await removeUnusedFilms(workFolder, KEPT)
}

/** Shows the episodes of a folder and asks, unless `yes`. */
async function chooseEpisodes(folder: string, yes: boolean): Promise<EpisodeFile[]> {
  const { episodes, unknown } = episodeFilesOf(folder)
  for (const path of unknown) console.error(`left out, no episode in its name: ${relative(folder, path)}`)
  if (episodes.length === 0)
    throw new CommandError(`${folder} has no video whose name says an episode, such as S01E02.`)
  for (const file of episodes) console.log(`${labelOf(file)}${relative(folder, file.path)}`)
  if (yes) return episodes
  if (!process.stdin.isTTY) throw new CommandError('Add --yes to make these films.')
  const questions = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await questions.question('Make these films? [y/N] ')
  questions.close()
  if (!/^y/i.test(answer)) throw new CommandError('Nothing was made.')
  return episodes
}

function labelOf({ season, number }: Pick<EpisodeFile, 'season' | 'number'>): string {
  return season === 0 ? '' : `season ${season}, episode ${number}: `
}
