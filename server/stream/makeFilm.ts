import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { QUALITIES } from '#contract/files.ts'
import { type Film, SUBTITLES, VOICES } from './film.ts'
import { readTrack, type Track } from './mp4Boxes.ts'
import { mediaPlaylist, subtitlePlaylist, subtitlesOf, thumbnailsOf } from './playlists.ts'
import { muxTracks, repeatTrack } from './repeatTrack.ts'
import type { SampleFilm } from './sampleFilm.ts'
import { bandwidthOf, codecOf, sizeOf } from './trackFacts.ts'

/** Further encodings that are offered for download only. */
const OTHER_CODECS = ['720p-av1']

/** Writes a film's files: segments and playlists for HLS, and one file per download. */
export async function makeFilm(
  sample: SampleFilm,
  at: { version: string; folder: string; repetitions: number },
): Promise<Film> {
  const { folder, repetitions } = at
  const seconds = sample.seconds * repetitions
  const trackOf = (name: string) => readTrack(sample.files.get(`${name}.mp4`) ?? missing(name), sample.seconds)
  const voices = VOICES.map((voice) => ({ voice, track: trackOf(`audio-${voice}`) }))
  const qualities = QUALITIES.toReversed().map((quality) => ({ quality, track: trackOf(`video-${quality}`) }))
  const film: Film = {
    version: at.version,
    seconds,
    framesPerSecond: sample.framesPerSecond,
    qualities: [],
    audios: [],
    chapters: [],
    besideSize: await writeExtras(sample, folder, repetitions),
    downloads: {},
  }
  for (const { quality, track } of qualities) {
    const { width, height } = sizeOf(track)
    const size = await writeTrack(track, join(folder, quality), sample.seconds, repetitions)
    film.qualities.push({ quality, width, height, codecs: codecOf(track), bandwidth: bandwidthOf(track), size })
  }
  for (const { voice, track } of voices) {
    const size = await writeTrack(track, join(folder, `audio-${voice}`), sample.seconds, repetitions)
    film.audios.push({ voice, channels: 1, codecs: 'mp4a.40.2', bandwidth: bandwidthOf(track), size })
  }
  const pictures = [...qualities, ...OTHER_CODECS.map((quality) => ({ quality, track: trackOf(`video-${quality}`) }))]
  for (const { quality, track } of pictures) {
    for (const { voice, track: sound } of voices) {
      const bytes = muxTracks([track, sound], sample.seconds, repetitions)
      film.downloads[`${quality}-${voice}`] = bytes.length
      await writeFile(join(folder, `${quality}-${voice}.mp4`), bytes)
    }
  }
  return film
}

/** Returns the number of bytes written. */
async function writeTrack(track: Track, folder: string, seconds: number, repetitions: number): Promise<number> {
  await mkdir(folder, { recursive: true })
  const segments = [...repeatTrack(track, seconds, repetitions)]
  let size = track.init.length
  await writeFile(join(folder, 'init.mp4'), track.init)
  for (const [number, { bytes }] of segments.entries()) {
    size += bytes.length
    await writeFile(join(folder, `${number}.m4s`), bytes)
  }
  const playlist = mediaPlaylist(segments.map(({ duration }) => duration / track.timescale))
  await writeFile(join(folder, 'index.m3u8'), playlist)
  return size + playlist.length
}

async function writeExtras(sample: SampleFilm, folder: string, repetitions: number): Promise<number> {
  await mkdir(folder, { recursive: true })
  const files: [name: string, content: string | Buffer][] = [
    ['thumbnails.jpg', sample.files.get('thumbnails.jpg') ?? missing('thumbnails')],
    ['thumbnails.vtt', thumbnailsOf(sample, repetitions)],
    ...SUBTITLES.flatMap((lang): [string, string][] => [
      [`subtitles-${lang}.vtt`, subtitlesOf(lang, sample, repetitions)],
      [`subtitles-${lang}.m3u8`, subtitlePlaylist(`subtitles-${lang}.vtt`, sample.seconds * repetitions)],
    ]),
  ]
  let size = 0
  for (const [name, content] of files) {
    await writeFile(join(folder, name), content)
    size += Buffer.byteLength(content)
  }
  return size
}

function missing(name: string): never {
  throw new Error(`the sample has no ${name}: npm run sample`)
}
