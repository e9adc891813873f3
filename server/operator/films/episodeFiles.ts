import { readdirSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileNameWords } from '#server/text/messages.ts'

/** A film file of a folder with the episode that its name says. */
export interface EpisodeFile {
  path: string
  season: number
  number: number
}

const FILMS = ['.mp4', '.mkv', '.mov', '.avi', '.webm', '.m4v', '.ts']
/** `S01E02`, `1x02`, `Season 1/Episode 2`, and the same in Persian. */
const PATTERNS = [
  /s(\d{1,2})[\s._-]*e(\d{1,3})/i,
  /(?:^|\D)(\d{1,2})x(\d{1,3})(?:\D|$)/i,
  /season[\s._-]*(\d{1,2}).*?episode[\s._-]*(\d{1,3})/i,
  new RegExp(`${fileNameWords.season}\\s*(\\d{1,2}).*?${fileNameWords.episode}\\s*(\\d{1,3})`),
]

/** Finds the films of a folder and its sub-folders. Files whose names say no episode are in `unknown`. */
export function episodeFilesOf(folder: string): { episodes: EpisodeFile[]; unknown: string[] } {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => FILMS.includes(extname(name).toLowerCase()))
    .toSorted()
  const episodes: EpisodeFile[] = []
  const unknown: string[] = []
  for (const name of names) {
    const found = episodeOf(name)
    if (found) episodes.push({ path: join(folder, name), ...found })
    else unknown.push(join(folder, name))
  }
  return { episodes, unknown }
}

/** The season and number in a file's path; undefined when it says none. */
function episodeOf(name: string): { season: number; number: number } | undefined {
  const digits = name.replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x06f0))
  for (const pattern of PATTERNS) {
    const [, season, number] = pattern.exec(digits) ?? []
    if (season !== undefined && number !== undefined) return { season: Number(season), number: Number(number) }
  }
  return undefined
}
