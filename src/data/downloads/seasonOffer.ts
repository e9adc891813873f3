import { type File, type FileLink, filesApi, LINKS_MAX, type Stream } from '#contract/files.ts'
import { titleFiles } from '#data/areas/files.ts'
import { readFromDevice } from '#data/database/deviceRead.ts'
import type { DownloadTarget } from '#data/database/downloadRows.ts'
import { type PersonalDatabase, personalDatabase } from '#data/database/personal.ts'
import { tokenFor } from '#data/database/session.ts'
import { STORAGE_RESERVE, storageEstimate } from '#data/database/storageQuota.ts'
import { call } from '#data/network/call.ts'
import { Refused, Unreachable } from '#data/network/failures.ts'
import { isMissing } from '#data/network/optionalCall.ts'
import { ignoring, STORAGE_ERRORS } from '#data/platform/ignoring.ts'
import { limitLeft } from './downloadLimit.ts'
import type { DownloadOffer } from './downloadOffer.ts'
import { chosenQuality, playableUntil } from './downloadPlan.ts'
import { episodeFiles, estimatedSize, heightOf } from './episodeFiles.ts'

/** An episode with the number of its season. */
export interface EpisodeNumber {
  id: number
  season: number
  number: number
}

/** Maximum heights in which episodes can be downloaded, with the size of all of them together. */
export type SeasonOffer =
  | {
      state: 'offered'
      qualities: {
        /** in px */
        height: number
        /** of each episode in the order of `episodes`, in bytes; undefined: unknown */
        sizes: (number | undefined)[]
      }[]
      /** False: by the list of files on this device; the server could not be asked. */
      isOnline: boolean
      /** Episodes that the server has a file of. */
      episodes: (EpisodeNumber & { fileId: number })[]
      /** Free space on the device and within the user's limit, in bytes; undefined: unknown, or no limit. */
      free: number | undefined
      limitLeft: number | undefined
      /** Playable until, in ms of the server's clock; undefined: unknown. */
      until: number | undefined
    }
  | Exclude<DownloadOffer, { state: 'offered' }>

/**
 * Asks the server in which qualities these episodes can be downloaded. Takes two calls, and one more for each 50
 * episodes. Without a network the list of files on this device decides, if there is one. Throws failures that are neither
 * a refusal nor a missing network.
 */
export async function seasonOffer(
  { title, episodes, dub }: { title: DownloadTarget['title']; episodes: EpisodeNumber[]; dub: boolean | undefined },
  signal: AbortSignal,
): Promise<SeasonOffer> {
  const database = await personalDatabase()
  const read = titleFiles(title.id, database.userId)
  try {
    const files = await read.fetch({ signal })
    void read.store(files).catch(ignoring(...STORAGE_ERRORS))
    return await offerOf(database, files, { episodes, dub }, signal)
  } catch (failure) {
    if (!(failure instanceof Unreachable) && !(failure instanceof Refused && failure.isForeign)) throw failure
    const cached = await readFromDevice(read.look)
    return cached ? offerOf(database, cached.data, { episodes, dub }, undefined) : { state: 'offline' }
  }
}

/** `signal`: of the calls; undefined: without a network. */
async function offerOf(
  database: PersonalDatabase,
  files: File[],
  { episodes, dub }: { episodes: EpisodeNumber[]; dub: boolean | undefined },
  signal: AbortSignal | undefined,
): Promise<SeasonOffer> {
  const chosen = episodeFiles(files, dub)
  const found = episodes.flatMap((episode) => {
    const file = chosen.get(episode.id)
    return file ? [{ ...episode, file }] : []
  })
  const chosenFiles = found.map(({ file }) => file)
  const links = signal && (await requestLinks(database, chosenFiles, signal))
  const denial = denialOf(chosenFiles, links)
  if (denial) return denial
  const streams = new Map(links?.flatMap(({ id, stream }) => (stream ? [[id, stream] as const] : [])))
  const heights = chosenFiles.flatMap(
    (file) => streams.get(file.id)?.qualities.map(({ height }) => height) ?? heightsOf(files, file),
  )
  const use = await storageEstimate()
  const untils = [...streams.values()].map(playableUntil)
  return {
    state: 'offered',
    isOnline: signal !== undefined,
    qualities: [...new Set(heights)]
      .toSorted((one, other) => other - one)
      .map((height) => ({
        height,
        sizes: chosenFiles.map((file) => sizeOf(streams.get(file.id), files, file, height)),
      })),
    episodes: found.map(({ file, ...episode }) => ({ ...episode, fileId: file.id })),
    free: use && Math.max(0, use.quota - use.used - STORAGE_RESERVE),
    limitLeft: await limitLeft(database),
    until: untils.length === 0 ? undefined : Math.min(...untils),
  }
}

/** Requests the streams of many files; undefined from a server without that call, or without a session. */
async function requestLinks(
  database: PersonalDatabase,
  files: File[],
  signal: AbortSignal,
): Promise<FileLink[] | undefined> {
  const ids = files.map(({ id }) => id)
  const token = await tokenFor(database)
  if (token === undefined) return undefined
  const links: FileLink[] = []
  try {
    for (let at = 0; at < ids.length; at += LINKS_MAX) {
      const query = { ids: ids.slice(at, at + LINKS_MAX) }
      links.push(...(await call(filesApi.links, { query }, { token, signal, revalidate: true })).data)
    }
    return links
  } catch (failure) {
    if (!isMissing(failure) || failure.isForeign) throw failure
    return undefined
  }
}

/** Why none of the files can be downloaded; undefined if one can. */
function denialOf(files: File[], links: FileLink[] | undefined): Extract<SeasonOffer, { state: 'denied' }> | undefined {
  if (files.length === 0) return { state: 'denied', why: 'withdrawn', message: undefined }
  if (links?.some(({ stream }) => stream) || files.some(({ needs, locked }) => needs === null && !locked))
    return undefined
  const message = links?.flatMap(({ refusal }) => refusal?.message || [])[0]
  return { state: 'denied', why: files.some(({ needs }) => needs === 'login') ? 'session' : 'premium', message }
}

function heightsOf(files: File[], { episodeId, language }: File): number[] {
  const versions = files.filter((file) => file.episodeId === episodeId && file.language === language)
  return versions.map(({ quality }) => heightOf(quality)).filter((height) => height > 0)
}

function sizeOf(stream: Stream | undefined, files: File[], file: File, height: number): number | undefined {
  return stream ? chosenQuality(stream, height).sizeBytes : estimatedSize(files, file, height)
}
