import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CommandError } from '#server/operator/command.ts'
import { hasFiles } from '#server/stream/fileIds.ts'
import type { Film } from '#server/stream/film.ts'
import { readSubtitleTag } from '#server/stream/subtitleTags.ts'
import { chooseSubtitles, chooseVoices } from './chooseTracks.ts'
import { type BuildOptions, buildFilm, hlsTo, type Report, readSample } from './encodeFilm.ts'
import { type MasterPlaylist, type MediaPlaylist, readMaster } from './hlsPlaylists.ts'
import { languageCode } from './languageCode.ts'
import { cleanTitle, frameRateOf, readStreams, subtitleKind } from './probe.ts'
import { runFfmpeg } from './runTool.ts'
import { convertSubtitles, subtitleFilesOf } from './subtitleFiles.ts'

/** ffmpeg reads files of HLS only, whatever a playlist or a segment says. */
const INPUT = [
  ...['-protocol_whitelist', 'file', '-allowed_extensions', 'ALL'],
  ...['-format_whitelist', 'hls,mpegts,mov,aac'],
]
/** A copy that is shorter than its playlist by more seconds has lost a segment that could not be read. */
const LOSS_MAX = 2
/** Increase when the copying below changes. */
const FORM = 1

/**
 * Makes a film of the library from an HLS playlist without encoding it: its qualities, the tracks of its best quality as
 * voices, and its WebVTT as subtitles. Throws a `CommandError` when it is not complete or not of H.264 and AAC.
 */
export async function copyHls(path: string, options: BuildOptions): Promise<Film> {
  const master = readMaster(path)
  const qualities = await qualitiesOf(master, path)
  const audios = await audiosOf(master)
  const voices = chooseVoices({ audios }, options.languages).map((voice) => ({
    ...voice,
    channels: audios[voice.index]?.channels ?? voice.channels,
  }))
  const tracks = await subtitlesOf(master)
  const files = subtitleFilesOf(path)
  const subtitles = chooseSubtitles({ subtitles: tracks }, files)
  const [best] = qualities
  return buildFilm(
    {
      version: await versionOf(
        master,
        [voices, subtitles.map(({ tag }) => tag), options.isTrailer],
        files.map(({ path: text }) => text),
      ),
      source: { seconds: best?.media.seconds ?? 0, framesPerSecond: best?.framesPerSecond ?? 25, chapters: [] },
      qualities: qualities.map(({ quality, media }) => ({
        quality,
        write: (target, report) => copyTrack(media, ['-map', '0:v:0', '-tag:v', 'avc1'], target, report),
      })),
      voices,
      subtitles: subtitles.map(({ tag }) => tag),
      async writeAudio({ index }, target, report) {
        const media = audios[index]?.media
        if (media) await copyTrack(media, ['-map', '0:a:0', '-bsf:a', 'aac_adtstoasc'], target, report)
      },
      async writeSubtitles(folder) {
        for (const { tag, from } of subtitles) {
          const target = join(folder, `subtitles-${tag}.vtt`)
          if ('path' in from) await convertSubtitles(from.path, readSubtitleTag(tag).lang, target)
          else await writeFile(target, tracks[from.index]?.text ?? '')
        }
      },
    },
    options,
  )
}

/** The qualities of a playlist, highest first, each height once with its highest bandwidth. */
async function qualitiesOf({ variants }: MasterPlaylist, path: string) {
  const byName = new Map<string, { quality: string; height: number; media: MediaPlaylist; framesPerSecond: number }>()
  for (const { media } of variants) {
    const { streams } = await readStreams(media.path, INPUT)
    const video = streams.find(({ codec_type }) => codec_type === 'video')
    // A variant may be the sound alone.
    if (!video) continue
    if (video.codec_name !== 'h264' || !/^yuvj?420p$/.test(video.pix_fmt ?? '')) {
      throw notPlayable(media, `has ${video.codec_name}, not H.264 with 8 bits`)
    }
    const { width = 0, height = 0 } = video
    const quality = qualityOf(width, height)
    if (!byName.has(quality)) {
      byName.set(quality, { quality, height, media, framesPerSecond: frameRateOf(video.avg_frame_rate) })
    }
  }
  const qualities = [...byName.values()].toSorted((one, other) => other.height - one.height)
  if (qualities.length === 0) throw new CommandError(`${path} has no picture.`)
  if (!qualities.some(hasFiles)) {
    const names = qualities.map(({ quality }) => quality).join(', ')
    throw new CommandError(
      `${path} has ${names}, but none of 1080p, 720p and 480p: add a video file, which is encoded.`,
    )
  }
  return qualities
}

/** Names a quality by its height in a 16:9 box: a wide film of 1920×800 is 1080p. */
function qualityOf(width: number, height: number): string {
  const boxed = Math.max(height, Math.round((width * 9) / 16))
  const known = [1080, 720, 480].find((one) => Math.abs(boxed - one) <= one * 0.1)
  return `${known ?? boxed}p`
}

async function audiosOf({ audios }: MasterPlaylist) {
  return Promise.all(
    audios.map(async ({ media, attribute }, index) => {
      const { streams } = await readStreams(media.path, INPUT)
      const audio = streams.find(({ codec_type }) => codec_type === 'audio')
      if (audio?.codec_name !== 'aac') throw notPlayable(media, `has ${audio?.codec_name ?? 'no sound'}, not AAC`)
      const lang = languageCode(attribute('LANGUAGE') ?? audio.tags.language ?? '') ?? 'und'
      const isDescription = attribute('CHARACTERISTICS')?.includes('describes-video') ?? false
      return {
        ...{ index, media, lang, channels: audio.channels, title: cleanTitle(attribute('NAME'), lang) },
        kind: isDescription ? ('description' as const) : undefined,
      }
    }),
  )
}

async function subtitlesOf({ subtitles }: MasterPlaylist) {
  return Promise.all(
    subtitles.map(async ({ media, attribute }, index) => ({
      index,
      lang: languageCode(attribute('LANGUAGE') ?? '') ?? 'und',
      kind: subtitleKind(
        {
          forced: attribute('FORCED') === 'YES',
          hearing_impaired: attribute('CHARACTERISTICS')?.includes('transcribes-spoken-dialog'),
        },
        attribute('NAME'),
      ),
      text: await joinWebVtt(media),
    })),
  )
}

/** Joins the segments of WebVTT. A cue that reaches into the next segment is in both. */
async function joinWebVtt(media: MediaPlaylist): Promise<string> {
  const cues = new Set<string>()
  const timings = new Set<string | undefined>()
  for (const { path } of media.files) {
    const [head = '', ...blocks] = (await readFile(path, 'utf8')).replace(/\r\n?/g, '\n').split(/\n{2,}/)
    if (!/^\uFEFF?WEBVTT/.test(head)) throw notPlayable(media, 'has subtitles that are not WebVTT')
    timings.add(/X-TIMESTAMP-MAP=.*/.exec(head)?.[0])
    for (const block of blocks) if (block.includes('-->')) cues.add(block.trim())
  }
  if (timings.size > 1) throw notPlayable(media, 'has subtitles whose times begin again in a segment')
  return `${['WEBVTT', ...cues].join('\n\n')}\n`
}

function notPlayable({ path }: MediaPlaylist, reason: string): CommandError {
  return new CommandError(`${path} ${reason}: add a video file instead, which is encoded.`)
}

async function copyTrack({ path, seconds }: MediaPlaylist, track: string[], target: string, report: Report) {
  await mkdir(target)
  await runFfmpeg([...INPUT, '-i', path, ...track, '-c', 'copy', ...hlsTo(target)], report)
  const written = await readFile(join(target, 'index.m3u8'), 'utf8')
  const copied = [...written.matchAll(/#EXTINF:([\d.]+)/g)].reduce((sum, [, part]) => sum + Number(part), 0)
  if (seconds - copied > LOSS_MAX) {
    throw new CommandError(
      `${path} has ${Math.round(seconds)} s, of which ${Math.round(copied)} s can be read: a segment is broken.`,
    )
  }
}

/** Identifies a film by its playlists, the sizes of its files and a segment in the middle. */
async function versionOf(master: MasterPlaylist, chosen: unknown, texts: readonly string[]): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(['hls', FORM, chosen]))
  for (const { media } of [...master.variants, ...master.audios, ...master.subtitles]) {
    hash.update(await readFile(media.path)).update(JSON.stringify(media.files.map(({ size }) => size)))
    const middle = media.files[Math.floor(media.files.length / 2)]
    if (middle) hash.update(await readSample(middle.path, Math.floor(middle.size / 2)))
  }
  for (const text of texts) hash.update(await readFile(text))
  return hash.digest('hex').slice(0, 12)
}
