import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openFolder } from '#server/storage/folderStorage.ts'
import type { Storage } from '#server/storage/storage.ts'
import { FILM_FILE, type Film, LIBRARY, readFilm, SUBTITLES } from '#server/stream/film.ts'
import { subtitlePlaylist } from '#server/stream/playlists.ts'
import { type ChosenVoice, chooseSubtitles, chooseVoices } from './chooseTracks.ts'
import { probe, type Source } from './probe.ts'
import { readManifest } from './readManifest.ts'
import { runFfmpeg } from './runTool.ts'
import { storeFilm } from './storeFilm.ts'
import { decodeSubtitles, type SubtitleFile, subtitleFilesOf } from './subtitleFiles.ts'
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

interface Options {
  /** local folder in which films are made */
  workFolder: string
  storage: Storage
  /** the title's languages, its own first */
  languages: readonly string[]
  /** Called with what is being made and the share of it that is done, from 0 to 1. */
  onProgress: (step: string, share: number) => void
}

/**
 * Makes a film of the library from a source file: HLS in up to three qualities with its voices and subtitles, one file
 * per download, and thumbnails. Each step is renamed into place when it is complete, and the film is stored when all are.
 * An interrupted command continues with the step or the file it was in. Throws a `CommandError` when the source cannot be
 * used.
 */
export async function encodeFilm(path: string, { workFolder, storage, languages, onProgress }: Options): Promise<Film> {
  const source = await probe(path)
  const voices = chooseVoices(source, languages)
  const files = subtitleFilesOf(path)
  const version = await versionOf(path, files, voices)
  const existing = await readFilm(storage, `${LIBRARY}/${version}`)
  if (existing) return existing
  const folder = join(workFolder, version)
  // It is there if an earlier command was interrupted when it stored the film.
  const made = await readFilm(openFolder(workFolder), version)
  const film = made ?? (await makeFilm({ path, folder, version, source, voices, files, onProgress }))
  await storeFilm(folder, `${LIBRARY}/${version}`, { storage, onProgress })
  return film
}

interface Making extends Pick<Options, 'onProgress'> {
  /** of the source */
  path: string
  folder: string
  version: string
  source: Source
  voices: readonly ChosenVoice[]
  /** subtitles beside the source */
  files: readonly SubtitleFile[]
}

async function makeFilm({ path, folder, version, source, voices, files, onProgress }: Making): Promise<Film> {
  await mkdir(folder, { recursive: true })
  const qualities = QUALITIES.filter((quality) => isWorth(quality, source))
  const step = makeStep(folder, source.seconds, onProgress)
  for (const quality of qualities)
    await step(quality.quality, (target, report) => encodeVideo(path, target, quality, report))
  for (const voice of voices)
    await step(`audio-${voice.voice}`, (target, report) => encodeAudio(path, target, voice, report))
  for (const { quality } of qualities) {
    for (const { voice } of voices) {
      await step(`${quality}-${voice}.mp4`, (target, report) =>
        joinTracks(folder, [quality, `audio-${voice}`], target, report),
      )
    }
  }
  const subtitles = await writeSubtitles(path, folder, source, files)
  await writeThumbnails(path, folder, source.seconds)
  const film = await readManifest(folder, {
    version,
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

type Report = (seconds: number) => void

/** Runs a step into a draft and renames the draft when it is complete; a complete step is not run again. */
function makeStep(folder: string, seconds: number, onProgress: Options['onProgress']) {
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
function hlsTo(folder: string): string[] {
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

/** Writes WebVTT from the files beside the film, else from its own tracks. Returns the languages. */
async function writeSubtitles(path: string, folder: string, source: Source, files: readonly SubtitleFile[]) {
  const inFilm = chooseSubtitles(source, SUBTITLES)
  const written: Film['subtitles'] = []
  for (const lang of SUBTITLES) {
    const beside = files.find((file) => file.lang === lang)
    const track = inFilm.find((subtitle) => subtitle.lang === lang)
    const name = `subtitles-${lang}.vtt`
    if (beside) {
      const extension = beside.path.slice(beside.path.lastIndexOf('.'))
      const text = join(folder, `.text${extension}`)
      await writeFile(text, decodeSubtitles(await readFile(beside.path), lang))
      await runFfmpeg(['-i', text, '-f', 'webvtt', join(folder, name)])
      await rm(text)
    } else if (track) await runFfmpeg(['-i', path, '-map', `0:s:${track.index}`, '-f', 'webvtt', join(folder, name)])
    else continue
    await writeFile(join(folder, `subtitles-${lang}.m3u8`), subtitlePlaylist(name, Math.ceil(source.seconds)))
    written.push(lang)
  }
  return written
}

/** Identifies a film by what it is made from: reading a whole source of many gigabytes would take minutes. */
async function versionOf(path: string, subtitles: readonly SubtitleFile[], voices: readonly ChosenVoice[]) {
  const { size } = await stat(path)
  const hash = createHash('sha256').update(JSON.stringify([FORM, size, voices]))
  const file = await open(path)
  try {
    for (const at of [0, Math.floor(size / 2), Math.max(0, size - SAMPLE)]) {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(SAMPLE), 0, SAMPLE, at)
      hash.update(buffer.subarray(0, bytesRead))
    }
  } finally {
    await file.close()
  }
  for (const { lang, path: text } of subtitles) hash.update(lang).update(await readFile(text))
  return hash.digest('hex').slice(0, 12)
}
