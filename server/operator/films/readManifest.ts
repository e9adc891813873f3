import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { hasFiles } from '#server/stream/fileIds.ts'
import type { Film } from '#server/stream/film.ts'
import { codecOf, sizeOf } from '#server/stream/trackFacts.ts'
import { isVersion } from '#server/stream/voices.ts'
import { chaptersOf } from './chapters.ts'
import type { ChosenVoice } from './chooseTracks.ts'
import type { Source } from './probe.ts'

interface Made {
  version: string
  isTrailer: boolean
  source: Pick<Source, 'seconds' | 'framesPerSecond' | 'chapters'>
  qualities: readonly string[]
  voices: readonly ChosenVoice[]
  subtitles: readonly string[]
}

/** Describes an encoded film by its files. Sizes in bytes, bandwidths in bits per second. */
export async function readManifest(folder: string, made: Made): Promise<Film> {
  const { version, isTrailer, source, subtitles } = made
  const qualities: Film['qualities'] = []
  for (const quality of made.qualities) {
    const init = await readFile(join(folder, quality, 'init.mp4'))
    qualities.push({
      quality,
      ...sizeOf({ init }),
      codecs: codecOf({ init }),
      ...(await trackSizes(join(folder, quality))),
    })
  }
  const audios: Film['audios'] = []
  for (const { index: _, ...voice } of made.voices) {
    const track = join(folder, `audio-${voice.voice}`)
    audios.push({ ...voice, codecs: 'mp4a.40.2', ...(await trackSizes(track)) })
  }
  const downloads: Film['downloads'] = {}
  for (const { quality } of qualities.filter(hasFiles)) {
    for (const { voice } of audios.filter(isVersion)) {
      const name = `${quality}-${voice}`
      downloads[name] = (await stat(join(folder, `${name}.mp4`))).size
    }
  }
  const beside = (await readdir(folder)).filter((name) => /^(subtitles-|thumbnails\.)/.test(name))
  const sizes = await Promise.all(beside.map(async (name) => (await stat(join(folder, name))).size))
  return {
    version,
    ...(isTrailer && { isTrailer }),
    seconds: Math.round(source.seconds),
    framesPerSecond: source.framesPerSecond,
    qualities,
    audios,
    subtitles: [...subtitles],
    chapters: chaptersOf(source),
    besideSize: sizes.reduce((sum, size) => sum + size, 0),
    downloads,
  }
}

/** The size of a track with its playlist, and the bandwidth of its largest segment. */
async function trackSizes(folder: string): Promise<{ size: number; bandwidth: number }> {
  const playlist = await readFile(join(folder, 'index.m3u8'), 'utf8')
  const durations = [...playlist.matchAll(/#EXTINF:([\d.]+)/g)].map(([, seconds]) => Number(seconds))
  const segments = await Promise.all(durations.map(async (_, at) => (await stat(join(folder, `${at}.m4s`))).size))
  const init = await stat(join(folder, 'init.mp4'))
  return {
    size: segments.reduce((sum, size) => sum + size, init.size + Buffer.byteLength(playlist)),
    bandwidth: Math.max(...segments.map((size, at) => Math.ceil((size * 8) / (durations[at] ?? 1)))),
  }
}
