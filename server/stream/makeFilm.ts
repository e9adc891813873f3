import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { QUALITIES } from '#contract/files.ts'
import { type Film, SUBTITLES, VOICES } from './film.ts'
import { readTrack, type Track } from './mp4Boxes.ts'
import { mediaPlaylist, subtitlePlaylist, subtitlesOf, thumbnailsOf } from './playlists.ts'
import { REEL_SECONDS } from './reel/time.ts'
import { shown, wholeFile } from './repeatTrack.ts'
import { bandwidthOf, codecOf, sizeOf } from './trackFacts.ts'

/** Further codecs that a quality can be downloaded in. */
const OTHER_CODECS = ['720p-av1']

/** The files of the sample, by name. */
export type Sources = Map<string, Buffer>

/** Writes a film down: segments and playlists for HLS, and a file for each download. */
export async function makeFilm(
  sources: Sources,
  at: { version: string; place: string; showings: number },
): Promise<Film> {
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

function missing(name: string): never {
  throw new Error(`the sample has no ${name}: npm run sample`)
}
