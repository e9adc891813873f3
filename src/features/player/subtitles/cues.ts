/** Words that stand on the screen from `start` to `end`, in seconds. Lines are kept, marks of style are not. */
export interface Cue {
  start: number
  end: number
  text: string
}

/** No film is longer, in hours; what says so is no subtitle. */
const LONGEST = 100
const TIME = /(?:(\d{1,3}):)?(\d{1,2}):(\d{1,2})[.,](\d{1,3})/
const TIMES = new RegExp(`${TIME.source}\\s*-->\\s*${TIME.source}`)

/**
 * The cues of a WebVTT or SubRip file, in their order. Both are read by one rule, since people's files are rarely quite
 * either; a cue that makes no sense is left out. Nothing at all: this is no subtitle file.
 */
export function readCues(text: string): Cue[] {
  const blocks = text
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .split(/\n[ \t]*\n+/)
  const cues = blocks.flatMap(readBlock)
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
    .map(plain)
    .filter((line) => line !== '')
    .join('\n')
  return end > start && end < LONGEST * 3600 && text !== '' ? [{ start, end, text }] : []
}

function seconds([hours, minutes, whole, parts]: (string | undefined)[]): number {
  const fraction = Number(`0.${parts ?? 0}`)
  return Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(whole) + fraction
}

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', nbsp: '\u00a0', lrm: '\u200e', rlm: '\u200f' }

/** Without the marks of WebVTT, of SubRip and of its cousins (`{\an8}`). */
function plain(line: string): string {
  return line
    .replace(/<\/?[a-z\d][^<>]*>/gi, '')
    .replace(/\{\\[^}]*\}/g, '')
    .replace(/&(\w+);/g, (whole, name: string) => NAMED[name] ?? whole)
    .trim()
}

/** What is said at a moment, by cues in their order. */
export function cuesAt(cues: Cue[], time: number): Cue[] {
  return cues.filter(({ start, end }) => start <= time && time < end)
}
