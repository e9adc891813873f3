import type { FileLanguage, Stream } from '#contract/files.ts'
import type { Film } from './film.ts'
import type { SampleFilm } from './sampleFilm.ts'

/** Seconds between thumbnails, their size in px, and thumbnails per row, as `npm run sample` arranges them. */
const THUMBNAIL = { every: 4, width: 160, height: 90, row: 5 }

export function mediaPlaylist(durations: readonly number[]): string {
  return lines([
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    `#EXT-X-TARGETDURATION:${Math.ceil(Math.max(...durations))}`,
    '#EXT-X-MEDIA-SEQUENCE:0',
    '#EXT-X-PLAYLIST-TYPE:VOD',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    '#EXT-X-MAP:URI="init.mp4"',
    ...durations.flatMap((seconds, number) => [`#EXTINF:${seconds.toFixed(6)},`, `${number}.m4s`]),
    '#EXT-X-ENDLIST',
  ])
}

/** A playlist for subtitles in a single file. */
export function subtitlePlaylist(name: string, seconds: number): string {
  return lines([
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    `#EXT-X-TARGETDURATION:${seconds}`,
    '#EXT-X-MEDIA-SEQUENCE:0',
    '#EXT-X-PLAYLIST-TYPE:VOD',
    `#EXTINF:${seconds}.000000,`,
    name,
    '#EXT-X-ENDLIST',
  ])
}

export interface Offer {
  /** the version: its audio is the default, and its subtitles are shown by default */
  language: FileLanguage
  audios: Stream['audios']
  subtitles: readonly { lang: string; label: string }[]
}

/** The master playlist of one version of a title. */
export function masterPlaylist(film: Film, { language, audios, subtitles }: Offer): string {
  const sound = Math.max(...film.audios.map(({ bandwidth }) => bandwidth))
  const groups = `AUDIO="audio"${subtitles.length > 0 ? ',SUBTITLES="subtitles"' : ''}`
  return lines([
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    ...audios.map(
      ({ language: voice, lang, label, isDefault, playlist }) =>
        `#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="audio",NAME="${label}",LANGUAGE="${lang}",DEFAULT=${yes(isDefault)},AUTOSELECT=${yes(voice !== 'other')},CHANNELS="${channelsOf(film, playlist)}",URI="${playlist}"`,
    ),
    ...subtitles.map(
      ({ lang, label }) =>
        `#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="subtitles",NAME="${label}",LANGUAGE="${lang}",DEFAULT=${yes(language === 'subtitled' && lang === 'fa')},AUTOSELECT=${yes(!lang.includes('-x-'))},FORCED=NO,URI="subtitles-${lang}.m3u8"`,
    ),
    // Lowest bandwidth first: players start with the first entry.
    ...film.qualities
      .toReversed()
      .flatMap(({ quality, width, height, codecs, bandwidth, size }) => [
        `#EXT-X-STREAM-INF:BANDWIDTH=${bandwidth + sound},AVERAGE-BANDWIDTH=${Math.ceil((size * 8) / film.seconds) + sound},CODECS="${codecs},mp4a.40.2",RESOLUTION=${width}x${height},FRAME-RATE=${film.framesPerSecond.toFixed(3)},NAME="${quality}",${groups}`,
        `${quality}/index.m3u8`,
      ]),
  ])
}

/** The sample's cues for each repetition. */
export function subtitlesOf(lang: 'fa' | 'en', { cues: spoken, seconds }: SampleFilm, repetitions: number): string {
  const cues = Array.from({ length: repetitions }, (_, repetition) =>
    spoken.map(({ from, to, [lang]: text }) => cue(from, to, repetition * seconds, text)),
  )
  return lines(['WEBVTT', '', ...cues.flat(2)])
}

export function thumbnailsOf({ seconds }: SampleFilm, repetitions: number): string {
  const cues = Array.from({ length: repetitions }, (_, repetition) =>
    Array.from({ length: seconds / THUMBNAIL.every }, (_, at) =>
      thumbnailCue(at, THUMBNAIL.every, repetition * seconds),
    ),
  )
  return lines(['WEBVTT', '', ...cues.flat(2)])
}

/** The thumbnails of a film in one picture, `every` so many seconds, and the layout of the picture. */
export function thumbnailsPlaylist(
  count: number,
  every: number,
): { text: string; row: number; width: number; height: number } {
  const cues = Array.from({ length: count }, (_, at) => thumbnailCue(at, every, 0))
  const { row, width, height } = THUMBNAIL
  return { text: lines(['WEBVTT', '', ...cues.flat()]), row, width, height }
}

function thumbnailCue(at: number, every: number, offset: number): string[] {
  const { width, height, row } = THUMBNAIL
  const region = `${(at % row) * width},${Math.floor(at / row) * height},${width},${height}`
  return cue(at * every, (at + 1) * every, offset, `thumbnails.jpg#xywh=${region}`)
}

function cue(from: number, to: number, offset: number, text: string): string[] {
  const [begin, end] = [from, to].map((at) => timecode(at + offset))
  return [`${begin} --> ${end}`, text, '']
}

function timecode(seconds: number): string {
  return new Date(Math.round(seconds * 1000)).toISOString().slice(11, 23)
}

function channelsOf({ audios }: Film, playlist: string): number {
  return audios.find(({ voice }) => playlist.startsWith(`audio-${voice}/`))?.channels ?? 1
}

function yes(is: boolean): string {
  return is ? 'YES' : 'NO'
}

function lines(list: readonly string[]): string {
  return `${list.join('\n')}\n`
}
