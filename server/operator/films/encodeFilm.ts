import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openFolder } from '#server/storage/folderStorage.ts'
import type { Storage } from '#server/storage/storage.ts'
import { hasFiles } from '#server/stream/fileIds.ts'
import { FILM_FILE, type Film, LIBRARY, readFilm } from '#server/stream/film.ts'
import { subtitlePlaylist } from '#server/stream/playlists.ts'
import { readSubtitleTag } from '#server/stream/subtitleTags.ts'
import { isVersion } from '#server/stream/voices.ts'
import { type ChosenSubtitle, type ChosenVoice, chooseSubtitles, chooseVoices } from './chooseTracks.ts'
import { probe, type Source } from './probe.ts'
import { readManifest } from './readManifest.ts'
import { runFfmpeg } from './runTool.ts'
import { storeFilm } from './storeFilm.ts'
import { convertSubtitles, type SubtitleFile, subtitleFilesOf } from './subtitleFiles.ts'
import { writeThumbnails } from './thumbnails.ts'

/** Increase when the encoding below changes: films that are added again are encoded again. */
const FORM = 1
/** Seconds per segment, as the player and downloads expect. */
const SEGMENT = 4
/** Bytes at the start, in the middle and at the end of a source that identify it, with its size. */
const SAMPLE = 4 * 1024 * 1024

/** Qualities, highest first, each within a 16:9 box. `crf` is x264's quality; `peak` limits the bit rate, in kbit/s. */
const QUALITIES = [
  { quality: '1080p', width: 1920, height: 1080, crf: 22, peak: 5000 },
  { quality: '720p', width: 1280, height: 720, crf: 23, peak: 2500 },
  { quality: '480p', width: 854, height: 480, crf: 24, peak: 1100 },
] as const
type Quality = (typeof QUALITIES)[number]

/** Where a film is made, and who hears of it. */
export interface BuildOptions {
  /** local folder in which films are made */
  workFolder: string
  storage: Storage
  /** the title's languages, its own first */
  languages: readonly string[]
  /** Makes a trailer, which everyone may watch, instead of a film. */
  isTrailer: boolean
  /** Called with what is being made and the share of it that is done, from 0 to 1. */
  onProgress: (step: string, share: number) => void
}

/** Called with the seconds of the film that are written. */
export type Report = (seconds: number) => void

/** The parts of a film and how each is written. */
interface FilmPlan {
  version: string
  source: Pick<Source, 'seconds' | 'framesPerSecond' | 'chapters'>
  /** highest first */
  qualities: readonly { quality: string; write: (target: string, report: Report) => Promise<void> }[]
  voices: readonly ChosenVoice[]
  /** as `subtitleTag` */
  subtitles: readonly string[]
  /** Writes HLS to the folder `target`, as `write` of a quality does. */
  writeAudio: (voice: ChosenVoice, target: string, report: Report) => Promise<void>
  /** Writes the WebVTT of all subtitles to the film's folder. */
  writeSubtitles: (folder: string) => Promise<void>
}

/**
 * Makes a film of the library from a source file: HLS in up to three qualities with its voices and subtitles. Throws a
 * `CommandError` when the source cannot be used.
 */
export async function encodeFilm(path: string, options: BuildOptions): Promise<Film> {
  const source = await probe(path)
  const voices = chooseVoices(source, options.languages)
  const files = subtitleFilesOf(path)
  const subtitles = chooseSubtitles(source, files)
  const qualities = QUALITIES.filter((quality) => isWorth(quality, source))
  return buildFilm(
    {
      version: await versionOf(path, { files, voices, subtitles }, options),
      source,
      voices,
      qualities: qualities.map((one) => ({
        quality: one.quality,
        write: (target, report) => encodeVideo(path, target, one, report),
      })),
      subtitles: subtitles.map(({ tag }) => tag),
      writeAudio: (voice, target, report) => encodeAudio(path, target, voice, report),
      writeSubtitles: (folder) => writeSubtitles(path, folder, subtitles),
    },
    options,
  )
}

/**
 * Builds a film of the library: its parts, one file per download, thumbnails and its description. Each step is renamed
 * into place when it is complete, and the film is stored when all are. An interrupted command continues with the step or
 * the file it was in.
 */
export async function buildFilm(plan: FilmPlan, options: BuildOptions): Promise<Film> {
  const { workFolder, storage, onProgress } = options
  const { version } = plan
  const existing = await readFilm(storage, `${LIBRARY}/${version}`)
  if (existing) return existing
  const folder = join(workFolder, version)
  // It is there if an earlier command was interrupted when it stored the film.
  const made = await readFilm(openFolder(workFolder), version)
  const film = made ?? (await makeFilm(folder, plan, options))
  await storeFilm(folder, `${LIBRARY}/${version}`, { storage, onProgress })
  return film
}

async function makeFilm(folder: string, plan: FilmPlan, { isTrailer, onProgress }: BuildOptions): Promise<Film> {
  const { version, source, qualities, voices, subtitles } = plan
  await mkdir(folder, { recursive: true })
  const step = makeStep(folder, source.seconds, onProgress)
  for (const { quality, write } of qualities) await step(quality, write)
  for (const voice of voices)
    await step(`audio-${voice.voice}`, (target, report) => plan.writeAudio(voice, target, report))
  for (const { quality } of qualities.filter(hasFiles)) {
    for (const { voice } of voices.filter(isVersion)) {
      await step(`${quality}-${voice}.mp4`, (target, report) =>
        joinTracks(folder, [quality, `audio-${voice}`], target, report),
      )
    }
  }
  await plan.writeSubtitles(folder)
  for (const tag of subtitles) {
    const playlist = subtitlePlaylist(`subtitles-${tag}.vtt`, Math.ceil(source.seconds))
    await writeFile(join(folder, `subtitles-${tag}.m3u8`), playlist)
  }
  // The lowest quality suffices for thumbnails, and is decoded soonest.
  await writeThumbnails(join(folder, qualities.at(-1)?.quality ?? '', 'index.m3u8'), folder, source.seconds)
  const film = await readManifest(folder, {
    version,
    isTrailer,
    source,
    qualities: qualities.map(({ quality }) => quality),
    voices,
    subtitles,
  })
  await writeFile(join(folder, FILM_FILE), JSON.stringify(film))
  return film
}

/** A quality is made when the source has about its size; the lowest one always. */
function isWorth({ quality, width, height }: Quality, source: Source): boolean {
  return quality === '480p' || source.width >= width * 0.9 || source.height >= height * 0.9
}

/** Runs a step into a draft and renames the draft when it is complete; a complete step is not run again. */
function makeStep(folder: string, seconds: number, onProgress: BuildOptions['onProgress']) {
  return async (name: string, run: (target: string, report: Report) => Promise<void>) => {
    const target = join(folder, name)
    if (existsSync(target)) return
    const draft = join(folder, `.part-${name}`)
    await rm(draft, { recursive: true, force: true })
    await run(draft, (written) => onProgress(name, Math.min(1, written / seconds)))
    await rename(draft, target)
    onProgress(name, 1)
  }
}

async function encodeVideo(path: string, target: string, { width, height, crf, peak }: Quality, report: Report) {
  await mkdir(target)
  const scale = `scale='min(iw,${width})':'min(ih,${height})':force_original_aspect_ratio=decrease:force_divisible_by=2`
  const encoder = ['-c:v', 'libx264', '-preset', 'veryfast', '-profile:v', 'high', '-pix_fmt', 'yuv420p']
  const rate = ['-crf', String(crf), '-maxrate', `${peak}k`, '-bufsize', `${2 * peak}k`]
  const keyFrames = ['-force_key_frames', `expr:gte(t,n_forced*${SEGMENT})`, '-sc_threshold', '0']
  await runFfmpeg(
    ['-i', path, '-map', '0:v:0', '-an', '-sn', '-vf', scale, ...encoder, ...rate, ...keyFrames, ...hlsTo(target)],
    report,
  )
}

async function encodeAudio(path: string, target: string, { index, channels }: ChosenVoice, report: Report) {
  await mkdir(target)
  const encoder = ['-c:a', 'aac', '-b:a', `${64 * channels}k`, '-ac', String(channels), '-ar', '48000']
  await runFfmpeg(['-i', path, '-map', `0:a:${index}`, '-vn', '-sn', ...encoder, ...hlsTo(target)], report)
}

/** Segments in separate files, as the contract of `Stream.master` says. */
export function hlsTo(folder: string): string[] {
  return [
    ...['-map_metadata', '-1', '-f', 'hls', '-hls_time', String(SEGMENT), '-hls_playlist_type', 'vod'],
    ...['-hls_segment_type', 'fmp4', '-hls_fmp4_init_filename', 'init.mp4'],
    ...[
      '-hls_flags',
      'independent_segments',
      '-hls_segment_filename',
      join(folder, '%d.m4s'),
      join(folder, 'index.m3u8'),
    ],
  ]
}

/** Joins a picture and a voice in one file, without encoding them again. */
async function joinTracks(folder: string, tracks: readonly string[], target: string, report: Report) {
  const inputs = tracks.flatMap((track) => ['-i', join(folder, track, 'index.m3u8')])
  const output = ['-map', '0:v:0', '-map', '1:a:0', '-c', 'copy', '-movflags', '+faststart', '-f', 'mp4', target]
  await runFfmpeg([...inputs, ...output], report)
}

/** Writes WebVTT. Tracks of the film are read together: a source may have many gigabytes. */
async function writeSubtitles(path: string, folder: string, subtitles: readonly ChosenSubtitle[]) {
  const fileOf = (tag: string) => join(folder, `subtitles-${tag}.vtt`)
  const tracks = subtitles.flatMap(({ tag, from }) =>
    'index' in from ? ['-map', `0:s:${from.index}`, '-f', 'webvtt', fileOf(tag)] : [],
  )
  if (tracks.length > 0) await runFfmpeg(['-i', path, ...tracks])
  for (const { tag, from } of subtitles) {
    if ('path' in from) await convertSubtitles(from.path, readSubtitleTag(tag).lang, fileOf(tag))
  }
}

/** Identifies a film by what it is made from: reading a whole source of many gigabytes would take minutes. */
async function versionOf(
  path: string,
  { files, voices, subtitles }: { files: readonly SubtitleFile[]; voices: ChosenVoice[]; subtitles: ChosenSubtitle[] },
  { isTrailer }: BuildOptions,
) {
  const { size } = await stat(path)
  // Films had these two subtitles only: one without others keeps its version.
  const further = subtitles.filter(({ tag }) => tag !== 'fa' && tag !== 'en')
  const tracks = further.map(({ tag, from }) => [tag, 'index' in from ? from.index : null])
  const hash = createHash('sha256').update(
    JSON.stringify([FORM, size, voices, ...tracks, ...(isTrailer ? ['trailer'] : [])]),
  )
  for (const at of [0, Math.floor(size / 2), Math.max(0, size - SAMPLE)]) hash.update(await readSample(path, at))
  for (const { lang, path: text } of files) hash.update(lang).update(await readFile(text))
  return hash.digest('hex').slice(0, 12)
}

/** Reads some megabytes of a file, from byte `at`. */
export async function readSample(path: string, at: number): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SAMPLE), 0, SAMPLE, at)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
