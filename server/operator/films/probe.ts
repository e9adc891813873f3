import * as v from 'valibot'
import { CommandError } from '#server/operator/command.ts'
import type { VoiceKind } from '#server/stream/film.ts'
import type { SubtitleKind } from '#server/stream/subtitleTags.ts'
import { isLanguageName, languageCode } from './languageCode.ts'
import { runTool } from './runTool.ts'

/** A track of a source file; `index` counts the tracks of its kind, as in ffmpeg's `0:a:1`. */
interface SourceTrack {
  index: number
  /** as `languageCode`, `und` where unknown */
  lang: string
}

interface SourceSubtitle extends SourceTrack {
  kind?: SubtitleKind | undefined
}

interface SourceAudio extends SourceTrack {
  channels: number
  title?: string | undefined
  kind?: VoiceKind | undefined
}

/** The length, picture and tracks of a source file. */
export interface Source {
  seconds: number
  width: number
  height: number
  framesPerSecond: number
  audios: SourceAudio[]
  /** subtitles that are text; pictures of text cannot become WebVTT */
  subtitles: SourceSubtitle[]
  /** in seconds */
  chapters: { start: number; end: number; name: string }[]
}

const Seconds = v.pipe(v.string(), v.transform(Number))
const Probe = v.object({
  format: v.object({ duration: v.optional(Seconds, '0') }),
  streams: v.array(
    v.object({
      codec_type: v.optional(v.string()),
      codec_name: v.optional(v.string()),
      pix_fmt: v.optional(v.string()),
      width: v.optional(v.number()),
      height: v.optional(v.number()),
      channels: v.optional(v.number(), 2),
      avg_frame_rate: v.optional(v.string(), '25/1'),
      disposition: v.optional(v.record(v.string(), v.number()), {}),
      tags: v.optional(v.record(v.string(), v.string()), {}),
    }),
  ),
  chapters: v.optional(
    v.array(
      v.object({
        start_time: Seconds,
        end_time: Seconds,
        tags: v.optional(v.record(v.string(), v.string()), {}),
      }),
    ),
    [],
  ),
})

const TEXT_SUBTITLES = ['subrip', 'ass', 'ssa', 'webvtt', 'mov_text', 'text']
/** Longer titles of tracks are cut, in characters: a player shows them on buttons. */
const TITLE_MAX = 60

/** Reads the tracks of a source file. Throws a `CommandError` if it has no picture, no sound or no length. */
export async function probe(path: string): Promise<Source> {
  const { format, streams, chapters } = await readStreams(path)
  // A cover picture counts as a video stream.
  const [video] = streams.filter(({ codec_type, disposition }) => codec_type === 'video' && !disposition.attached_pic)
  const tracks = (type: string) =>
    streams
      .filter(({ codec_type }) => codec_type === type)
      .map((stream, index) => ({ ...stream, index, lang: languageCode(stream.tags.language ?? '') ?? 'und' }))
  const audios = tracks('audio')
  if (!video?.width || !video.height) throw new CommandError(`${path} has no picture`)
  if (audios.length === 0) throw new CommandError(`${path} has no sound`)
  if (!(format.duration > 0)) throw new CommandError(`${path} has no length`)
  return {
    seconds: format.duration,
    width: video.width,
    height: video.height,
    framesPerSecond: frameRateOf(video.avg_frame_rate),
    audios: audios.map(({ index, lang, channels, disposition, tags }) => ({
      ...{ index, lang, channels, title: cleanTitle(tags.title, lang) },
      kind: disposition.comment ? 'commentary' : disposition.visual_impaired ? 'description' : undefined,
    })),
    subtitles: tracks('subtitle')
      .filter(({ codec_name = '' }) => TEXT_SUBTITLES.includes(codec_name))
      .map(({ index, lang, disposition, tags }) => ({ index, lang, kind: subtitleKind(disposition, tags.title) })),
    chapters: chapters.map(({ start_time: start, end_time: end, tags }) => ({ start, end, name: tags.title ?? '' })),
  }
}

/** The streams of a file as ffprobe describes them; `options` of ffmpeg's precede the file. */
export async function readStreams(path: string, options: readonly string[] = []): Promise<v.InferOutput<typeof Probe>> {
  const shown = ['-v', 'error', '-print_format', 'json', '-show_format', '-show_streams', '-show_chapters']
  return v.parse(Probe, JSON.parse(await runTool('ffprobe', [...shown, ...options, path])))
}

/** Frames per second of ffprobe's fraction. */
export function frameRateOf(fraction: string): number {
  const [frames = 25, per = 1] = fraction.split('/').map(Number)
  return frames > 0 && per > 0 ? frames / per : 25
}

/** Kind of a subtitle track, as its source says. */
export function subtitleKind(disposition: Readonly<Record<string, unknown>>, title = ''): SubtitleKind | undefined {
  if (disposition.forced || /\bforced\b/i.test(title)) return 'forced'
  return disposition.hearing_impaired || /\b(?:sdh|cc|hearing)\b/i.test(title) ? 'sdh' : undefined
}

/** A track's title without the characters that a playlist cannot quote; undefined if it only names the language. */
export function cleanTitle(title: string | undefined, lang: string): string | undefined {
  const clean = title?.replace(/["\p{Cc}]/gu, '').trim()
  return clean && !isLanguageName(clean, lang) ? clean.slice(0, TITLE_MAX) : undefined
}
