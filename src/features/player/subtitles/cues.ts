/** A subtitle cue, `start` and `end` in seconds. Line breaks are kept, styling is removed. */
export interface Cue {
  start: number
  end: number
  text: string
}

/** Maximum number of cues, ten times that of a long film with animated lyrics; the rest is dropped. */
const MAX_CUES = 50_000
/** Maximum length of a cue with its markup, in characters. */
const MAX_BLOCK = 5_000
/** Maximum length of a cue in characters: more would cover the picture. */
const MAX_TEXT = 1_000
/** Maximum number of cues shown at a time. */
const MAX_SHOWN = 12
/** Maximum hours in a valid time stamp. */
const MAX_HOURS = 100
const TIME = /(?:(\d{1,3}):)?(\d{1,2}):(\d{1,2})[.,](\d{1,3})/
const TIMES = new RegExp(`${TIME.source}\\s*-->\\s*${TIME.source}`)

/**
 * Parses WebVTT and SubRip with one tolerant rule, because many files follow neither format exactly. Skips invalid
 * cues. Returns an empty list when the file is no subtitle file.
 */
export function readCues(text: string): Cue[] {
  const blocks = text
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .split(/\n[ \t]*\n+/, MAX_CUES)
  const cues = blocks.flatMap((block) => readBlock(block.slice(0, MAX_BLOCK)))
  return cues.sort((one, other) => one.start - other.start)
}

function readBlock(block: string): Cue[] {
  const lines = block.split('\n')
  const at = lines.findIndex((line) => TIMES.test(line))
  const times = TIMES.exec(lines[at] ?? '')
  if (!times) return []
  const start = seconds(times.slice(1, 5))
  const end = seconds(times.slice(5, 9))
  const text = lines
    .slice(at + 1)
    .map(withoutMarkup)
    .filter((line) => line !== '')
    .join('\n')
    .slice(0, MAX_TEXT)
  return end > start && end < MAX_HOURS * 3600 && text !== '' ? [{ start, end, text }] : []
}

function seconds([hours, minutes, whole, parts]: (string | undefined)[]): number {
  const fraction = Number(`0.${parts ?? 0}`)
  return Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(whole) + fraction
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', nbsp: '\u00a0', lrm: '\u200e', rlm: '\u200f' }

/** Removes the markup of WebVTT, SubRip and SubStation (`{\an8}`). */
function withoutMarkup(line: string): string {
  return line
    .replace(/<\/?[a-z\d][^<>]*>/gi, '')
    .replace(/\{\\[^{}]*\}/g, '')
    .replace(/&(\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole)
    .trim()
}

/** Returns the cues visible at a time, the latest if there are too many. */
export function cuesAt(cues: Cue[], time: number): Cue[] {
  return cues.filter(({ start, end }) => start <= time && time < end).slice(-MAX_SHOWN)
}
