import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { installPackage } from './installPackage.ts'

interface Tracks {
  seconds: number
  size: string
  /** languages of the audio tracks, in ISO 639-2 */
  audios: readonly string[]
  /** language of a subtitle track in the file */
  subtitle?: string
  /** names and starts of chapters, in seconds; each ends where the next one starts */
  chapters?: readonly { name: string; start: number }[]
}

/** Draws a source film with ffmpeg, which is installed where it is missing and the test runs as root on Debian. */
export function makeSourceFilm(path: string, { seconds, size, audios, subtitle, chapters = [] }: Tracks): void {
  if (spawnSync('ffmpeg', ['-version']).error) installPackage('ffmpeg')
  const inputs = ['-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=25:duration=${seconds}`]
  for (const [at] of audios.entries())
    inputs.push('-f', 'lavfi', '-i', `sine=frequency=${300 + 200 * at}:duration=${seconds}`)
  const maps = ['-map', '0:v', ...audios.flatMap((_, at) => ['-map', `${at + 1}:a`])]
  const tags = audios.flatMap((lang, at) => [`-metadata:s:a:${at}`, `language=${lang}`])
  if (subtitle !== undefined) {
    writeFileSync(`${path}.srt`, '1\n00:00:01,000 --> 00:00:03,000\nHello\n')
    inputs.push('-i', `${path}.srt`)
    maps.push('-map', `${audios.length + 1}:s`)
    tags.push('-metadata:s:s:0', `language=${subtitle}`)
  }
  if (chapters.length > 0) {
    writeFileSync(`${path}.chapters`, chapterList(chapters, seconds))
    maps.push('-map_metadata', String(inputs.filter((option) => option === '-i').length))
    inputs.push('-i', `${path}.chapters`)
  }
  const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'aac', '-c:s', 'srt']
  const made = spawnSync('ffmpeg', ['-loglevel', 'error', '-y', ...inputs, ...maps, ...tags, ...codecs, path])
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
