import * as v from 'valibot'
import { CommandError } from '#server/operator/command.ts'
import { runTool } from './runTool.ts'

/** A track of a source file; `index` counts the tracks of its kind, as in ffmpeg's `0:a:1`. */
interface SourceTrack {
  index: number
  /** ISO 639-1 where known, otherwise `und` */
  lang: string
}

/** The length, picture and tracks of a source file. */
export interface Source {
  seconds: number
  width: number
  height: number
  framesPerSecond: number
  audios: (SourceTrack & { channels: number })[]
  /** subtitles that are text; pictures of text cannot become WebVTT */
  subtitles: SourceTrack[]
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
/** ISO 639-2 codes of the languages that the player names, with the shorter codes. */
const SHORT_CODES: Readonly<Record<string, string>> = {
  per: 'fa',
  fas: 'fa',
  eng: 'en',
  ara: 'ar',
  tur: 'tr',
  fre: 'fr',
  fra: 'fr',
}

/** Reads the tracks of a source file. Throws a `CommandError` if it has no picture, no sound or no length. */
export async function probe(path: string): Promise<Source> {
  const shown = ['-show_format', '-show_streams', '-show_chapters']
  const text = await runTool('ffprobe', ['-v', 'error', '-print_format', 'json', ...shown, path])
  const { format, streams, chapters } = v.parse(Probe, JSON.parse(text))
  // A cover picture counts as a video stream.
  const [video] = streams.filter(({ codec_type, disposition }) => codec_type === 'video' && !disposition.attached_pic)
  const tracks = (type: string) =>
    streams
      .filter(({ codec_type }) => codec_type === type)
      .map((stream, index) => ({ ...stream, index, lang: shortCode(stream.tags.language) }))
  const audios = tracks('audio')
  if (!video?.width || !video.height) throw new CommandError(`${path} has no picture`)
  if (audios.length === 0) throw new CommandError(`${path} has no sound`)
  if (!(format.duration > 0)) throw new CommandError(`${path} has no length`)
  const [frames = 25, per = 1] = video.avg_frame_rate.split('/').map(Number)
  return {
    seconds: format.duration,
    width: video.width,
    height: video.height,
    framesPerSecond: frames > 0 && per > 0 ? frames / per : 25,
    audios: audios.map(({ index, lang, channels }) => ({ index, lang, channels })),
    subtitles: tracks('subtitle')
      .filter(({ codec_name = '' }) => TEXT_SUBTITLES.includes(codec_name))
      .map(({ index, lang }) => ({ index, lang })),
    chapters: chapters.map(({ start_time: start, end_time: end, tags }) => ({ start, end, name: tags.title ?? '' })),
  }
}

function shortCode(tag: string | undefined): string {
  const code = tag?.toLowerCase() ?? 'und'
  return SHORT_CODES[code] ?? code
}
