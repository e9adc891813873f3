import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
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
}

/** Draws a source film with ffmpeg, which is installed where it is missing and the test runs as root on Debian. */
export function makeSourceFilm(path: string, { seconds, size, audios, subtitles = [] }: Tracks): void {
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
  const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'aac', '-c:s', 'srt']
  const args = ['-loglevel', 'error', '-y', ...inputs, '-map', '0:v', ...maps, ...tags, ...codecs, path]
  const made = spawnSync('ffmpeg', args)
  if (made.status !== 0) throw new Error(`ffmpeg: ${made.stderr}`)
}

function tagsOf(type: 'a' | 's', tracks: readonly (string | Track)[]): string[] {
  return tracks.flatMap((track, at) => {
    const { lang, title = '', disposition = '0' } = typeof track === 'string' ? { lang: track } : track
    const metadata = `-metadata:s:${type}:${at}`
    return [metadata, `language=${lang}`, metadata, `title=${title}`, `-disposition:${type}:${at}`, disposition]
  })
}
