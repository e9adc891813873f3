import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { QUALITIES } from '#contract/files.ts'
import { type Fragment, joinedInit, moved, readTrack, type Track } from './boxes.ts'
import { mediaPlaylist, subtitlePlaylist, subtitlesOf, thumbnailsOf } from './playlists.ts'
import { REEL_SECONDS } from './reel/time.ts'

/** The sample is shown so often in what stands for a film, so that there is something to resume, to seek and to keep. */
const SHOWINGS = 6
/** Raise it when what is made of the same sample changes. */
const MADE = 1
const DONE = 'film.json'
export const SUBTITLES = ['fa', 'en'] as const
const VOICES = ['original', 'dubbed'] as const
export type Voice = (typeof VOICES)[number]
/** Further codecs that a quality can be downloaded in. */
const OTHER_CODECS = ['720p-av1']

/** What was made ready to be sent. Sizes in bytes, as they are sent. */
export interface Film {
  /** the name of its bytes */
  version: string
  seconds: number
  qualities: { quality: string; width: number; height: number; codecs: string; bandwidth: number; size: number }[]
  audios: { voice: Voice; codecs: string; bandwidth: number; size: number }[]
  /** of all that stands beside the film: subtitles, thumbnails */
  besideSize: number
  /** by `{quality}[-av1]-{voice}` */
  downloads: Record<string, number>
}

/** A film and where it lies. */
export interface Prepared extends Film {
  folder: string
}

/**
 * Makes a film of the sample, once for each version of it: segments and playlists for HLS, and a file for each download,
 * all of them plain files in a folder of `folder`. Another process may be at it too: whoever is first has done it.
 */
export async function prepareFilm(sample: string, folder: string, showings = SHOWINGS): Promise<Prepared> {
  const sources = await readSources(sample)
  const version = versionOf(sources, showings)
  const place = join(folder, version)
  const known = await readFile(join(place, DONE), 'utf8').catch(() => undefined)
  if (known !== undefined) return { ...(JSON.parse(known) as Film), folder: place }
  const draft = join(folder, `.${randomUUID()}`)
  try {
    const film = await makeFilm(sources, { version, place: draft, showings })
    await writeFile(join(draft, DONE), JSON.stringify(film))
    await rename(draft, place).catch(() => rm(draft, { recursive: true, force: true }))
    return { ...film, folder: place }
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  }
}

type Sources = Map<string, Buffer>

async function readSources(sample: string): Promise<Sources> {
  const names = (await readdir(sample)).filter((name) => /\.(mp4|jpg)$/.test(name)).toSorted()
  return new Map(await Promise.all(names.map(async (name) => [name, await readFile(join(sample, name))] as const)))
}

function versionOf(sources: Sources, showings: number): string {
  const hash = createHash('sha256').update(`${MADE} ${showings}`)
  for (const bytes of sources.values()) hash.update(bytes)
  return hash.digest('hex').slice(0, 12)
}

async function makeFilm(sources: Sources, at: { version: string; place: string; showings: number }): Promise<Film> {
  const { place, showings } = at
  const seconds = REEL_SECONDS * showings
  const trackOf = (name: string) => readTrack(sources.get(`${name}.mp4`) ?? missing(name), REEL_SECONDS)
  const voices = VOICES.map((voice) => ({ voice, track: trackOf(`audio-${voice}`) }))
  const qualities = QUALITIES.toReversed().map((quality) => ({ quality, track: trackOf(`video-${quality}`) }))
  const film: Film = {
    version: at.version,
    seconds,
    qualities: [],
    audios: [],
    besideSize: await writeBeside(sources.get('thumbnails.jpg') ?? missing('thumbnails'), place, showings),
    downloads: {},
  }
  for (const { quality, track } of qualities) {
    const { width, height } = sizeOf(track)
    const size = await writeTrack(track, join(place, quality), showings)
    film.qualities.push({ quality, width, height, codecs: codecOf(track), bandwidth: bandwidthOf(track), size })
  }
  for (const { voice, track } of voices) {
    const size = await writeTrack(track, join(place, `audio-${voice}`), showings)
    film.audios.push({ voice, codecs: 'mp4a.40.2', bandwidth: bandwidthOf(track), size })
  }
  const pictures = [...qualities, ...OTHER_CODECS.map((quality) => ({ quality, track: trackOf(`video-${quality}`) }))]
  for (const { quality, track } of pictures) {
    for (const { voice, track: sound } of voices) {
      const bytes = wholeFile([track, sound], showings)
      film.downloads[`${quality}-${voice}`] = bytes.length
      await writeFile(join(place, `${quality}-${voice}.mp4`), bytes)
    }
  }
  return film
}

/** Answers how much was written, in bytes. */
async function writeTrack(track: Track, place: string, showings: number): Promise<number> {
  await mkdir(place, { recursive: true })
  const segments = [...shown(track, showings)]
  let size = track.init.length
  await writeFile(join(place, 'init.mp4'), track.init)
  for (const [number, { bytes }] of segments.entries()) {
    size += bytes.length
    await writeFile(join(place, `${number}.m4s`), bytes)
  }
  const playlist = mediaPlaylist(segments.map(({ duration }) => duration / track.timescale))
  await writeFile(join(place, 'index.m3u8'), playlist)
  return size + playlist.length
}

async function writeBeside(thumbnails: Buffer, place: string, showings: number): Promise<number> {
  await mkdir(place, { recursive: true })
  const files: [name: string, content: string | Buffer][] = [
    ['thumbnails.jpg', thumbnails],
    ['thumbnails.vtt', thumbnailsOf(showings)],
    ...SUBTITLES.flatMap((lang): [string, string][] => [
      [`subtitles-${lang}.vtt`, subtitlesOf(lang, showings)],
      [`subtitles-${lang}.m3u8`, subtitlePlaylist(`subtitles-${lang}.vtt`, REEL_SECONDS * showings)],
    ]),
  ]
  let size = 0
  for (const [name, content] of files) {
    await writeFile(join(place, name), content)
    size += Buffer.byteLength(content)
  }
  return size
}

/** The fragments of a track, shown so often, each at its time. */
function* shown(track: Track, showings: number): Generator<Fragment> {
  const { fragments, timescale } = track
  for (let showing = 0; showing < showings; showing++) {
    for (const [at, { bytes, from, duration }] of fragments.entries()) {
      const later = from + showing * REEL_SECONDS * timescale
      const sequence = showing * fragments.length + at + 1
      yield { bytes: moved(bytes, { from: later, sequence, track: 1 }), from: later, duration }
    }
  }
}

/** One file of a picture and a sound, their fragments in turn. */
function wholeFile(tracks: readonly Track[], showings: number): Buffer {
  const parts = tracks
    .flatMap((track, number) =>
      [...shown(track, showings)].map((part) => ({ ...part, track: number + 1, at: part.from / track.timescale })),
    )
    .toSorted((one, other) => one.at - other.at || one.track - other.track)
  return Buffer.concat([
    joinedInit(tracks, REEL_SECONDS * showings),
    ...parts.map(({ bytes, from, track }, at) => moved(bytes, { from, sequence: at + 1, track })),
  ])
}

/** Of the fastest of its fragments, in bits per second. */
function bandwidthOf({ fragments, timescale }: Track): number {
  return Math.max(...fragments.map(({ bytes, duration }) => Math.ceil((bytes.length * 8 * timescale) / duration)))
}

/** As a master playlist names it: profile and level stand in the track's head. */
function codecOf({ init }: Track): string {
  const at = init.indexOf('avcC')
  if (at < 0) throw new Error('the sample is not H.264')
  return `avc1.${init.toString('hex', at + 5, at + 8)}`
}

function sizeOf({ init }: Track): { width: number; height: number } {
  const at = init.indexOf('avc1', init.indexOf('stsd'))
  return { width: init.readUInt16BE(at + 28), height: init.readUInt16BE(at + 30) }
}

function missing(name: string): never {
  throw new Error(`the sample has no ${name}: npm run sample`)
}
