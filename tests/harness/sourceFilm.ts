import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { installPackage } from './installPackage.ts'

interface AudioTrack {
  /** ISO 639-2 */
  lang: string
  title?: string
  /** as ffmpeg names it: `comment` */
  disposition?: string
}

interface Tracks {
  seconds: number
  size: string
  audios: readonly (string | AudioTrack)[]
  /** language of a subtitle track in the file */
  subtitle?: string
}

/** Draws a source film with ffmpeg, which is installed where it is missing and the test runs as root on Debian. */
export function makeSourceFilm(path: string, { seconds, size, audios, subtitle }: Tracks): void {
  if (spawnSync('ffmpeg', ['-version']).error) installPackage('ffmpeg')
  const inputs = ['-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=25:duration=${seconds}`]
  for (const [at] of audios.entries())
    inputs.push('-f', 'lavfi', '-i', `sine=frequency=${300 + 200 * at}:duration=${seconds}`)
  const maps = ['-map', '0:v', ...audios.flatMap((_, at) => ['-map', `${at + 1}:a`])]
  const tags = audios.flatMap((audio, at) => {
    const { lang, title = '', disposition = '0' } = typeof audio === 'string' ? { lang: audio } : audio
    const [metadata, kind] = [`-metadata:s:a:${at}`, `-disposition:a:${at}`]
    return [metadata, `language=${lang}`, metadata, `title=${title}`, kind, disposition]
  })
  if (subtitle !== undefined) {
    writeFileSync(`${path}.srt`, '1\n00:00:01,000 --> 00:00:03,000\nHello\n')
    inputs.push('-i', `${path}.srt`)
    maps.push('-map', `${audios.length + 1}:s`)
    tags.push('-metadata:s:s:0', `language=${subtitle}`)
  }
  const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'aac', '-c:s', 'srt']
  const made = spawnSync('ffmpeg', ['-loglevel', 'error', '-y', ...inputs, ...maps, ...tags, ...codecs, path])
  if (made.status !== 0) throw new Error(`ffmpeg: ${made.stderr}`)
}
