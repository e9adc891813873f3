import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { installPackage } from './installPackage.ts'

interface Track {
  /** ISO 639-2 */
  lang: string
  title?: string
  /** as ffmpeg names it: `comment`, `forced` */
  disposition?: string
}

interface Tracks {
  seconds: number
  size: string
  audios: readonly (string | Track)[]
  /** the subtitle tracks, which say their numbers */
  subtitles?: readonly (string | Track)[]
  /** names and starts of chapters, in seconds; each ends where the next one starts */
  chapters?: readonly { name: string; start: number }[]
}

/** Draws a source film with ffmpeg, which is installed where it is missing and the test runs as root on Debian. */
export function makeSourceFilm(path: string, { seconds, size, audios, subtitles = [], chapters = [] }: Tracks): void {
  if (spawnSync('ffmpeg', ['-version']).error) installPackage('ffmpeg')
  const inputs = ['-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=25:duration=${seconds}`]
  for (const [at] of audios.entries())
    inputs.push('-f', 'lavfi', '-i', `sine=frequency=${300 + 200 * at}:duration=${seconds}`)
  for (const [at] of subtitles.entries()) {
    writeFileSync(`${path}.${at}.srt`, `1\n00:00:01,000 --> 00:00:03,000\nHello ${at}\n`)
    inputs.push('-i', `${path}.${at}.srt`)
  }
  const maps = [...audios, ...subtitles].flatMap((_, at) => ['-map', `${at + 1}`])
  const tags = [...tagsOf('a', audios), ...tagsOf('s', subtitles)]
  if (chapters.length > 0) {
    writeFileSync(`${path}.chapters`, chapterList(chapters, seconds))
    maps.push('-map_metadata', String(inputs.filter((option) => option === '-i').length))
    inputs.push('-i', `${path}.chapters`)
  }
  const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'aac', '-c:s', 'srt']
  runFfmpeg(...inputs, '-map', '0:v', ...maps, ...tags, ...codecs, path)
}

/**
 * Makes HLS of a source film with two voices: `master.m3u8` with MPEG-TS in two qualities, an audio group and Persian
 * subtitles, or `index.m3u8` with one quality in byte ranges of one MP4 file.
 */
export function makeHls(source: string, folder: string, form: 'ts' | 'mp4', codec = 'libx264'): void {
  mkdirSync(folder)
  const hls = ['-g', '50', '-f', 'hls', '-hls_time', '2', '-hls_playlist_type', 'vod']
  const video = ['-c:v', codec, '-preset', 'ultrafast', '-c:a', 'aac']
  if (form === 'mp4') {
    const ranges = ['-hls_segment_type', 'fmp4', '-hls_flags', 'single_file', join(folder, 'index.m3u8')]
    runFfmpeg('-i', source, '-map', '0:v', '-map', '0:a:0', '-sn', ...video, ...hls, ...ranges)
    return
  }
  const tracks = ['0:v', '0:v', '0:a:0', '0:a:1'].flatMap((track) => ['-map', track])
  const groups = 'v:0,agroup:a v:1,agroup:a a:0,agroup:a,language:en a:1,agroup:a,language:fa'
  const names = ['-var_stream_map', groups, '-master_pl_name', 'master.m3u8', join(folder, '%v.m3u8')]
  runFfmpeg('-i', source, ...tracks, ...video, '-filter:v:1', 'scale=640:-2', ...hls, ...names)
  const cue = (at: number) => `00:0${at}.000 --> 00:0${at + 1}.000\nسلام ${at}`
  writeFileSync(join(folder, 's0.vtt'), `WEBVTT\n\n${cue(1)}\n\n${cue(3)}\n`)
  writeFileSync(join(folder, 's1.vtt'), `WEBVTT\n\n${cue(3)}\n\n${cue(5)}\n`)
  const segments = ['s0', 's1'].map((name) => `#EXTINF:4,\n${name}.vtt\n`)
  writeFileSync(join(folder, 'fa.m3u8'), `#EXTM3U\n${segments.join('')}#EXT-X-ENDLIST\n`)
  const master = join(folder, 'master.m3u8')
  const subtitles = '#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="Persian",LANGUAGE="fas",URI="fa.m3u8"\n'
  const text = readFileSync(master, 'utf8').replaceAll(/(#EXT-X-STREAM-INF:)/g, '$1SUBTITLES="s",')
  writeFileSync(master, text.replace('#EXT-X-MEDIA', `${subtitles}#EXT-X-MEDIA`))
}

/** Runs ffmpeg over existing files. */
function runFfmpeg(...args: string[]): void {
  const made = spawnSync('ffmpeg', ['-loglevel', 'error', '-y', ...args])
  if (made.status !== 0) throw new Error(`ffmpeg: ${made.stderr}`)
}

/** Chapters in ffmpeg's metadata format. */
function chapterList(chapters: readonly { name: string; start: number }[], seconds: number): string {
  const entries = chapters.map(({ name, start }, at) => {
    const end = chapters[at + 1]?.start ?? seconds
    return `[CHAPTER]\nTIMEBASE=1/1000\nSTART=${start * 1000}\nEND=${end * 1000}\ntitle=${name}\n`
  })
  return `;FFMETADATA1\n${entries.join('')}`
}

function tagsOf(type: 'a' | 's', tracks: readonly (string | Track)[]): string[] {
  return tracks.flatMap((track, at) => {
    const { lang, title = '', disposition = '0' } = typeof track === 'string' ? { lang: track } : track
    const metadata = `-metadata:s:${type}:${at}`
    return [metadata, `language=${lang}`, metadata, `title=${title}`, `-disposition:${type}:${at}`, disposition]
  })
}
