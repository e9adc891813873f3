import { CHAPTER_KINDS, type Chapter } from '#contract/files.ts'
import { CommandError } from '#server/operator/command.ts'
import { chapterNames } from '#server/text/messages.ts'
import type { Source } from './probe.ts'

export type ChapterKind = (typeof CHAPTER_KINDS)[number]

/** Names that programs give to chapters which can be skipped. */
const NAMES: Readonly<Record<ChapterKind, RegExp>> = {
  recap: new RegExp(`^(recap|previously.*|${chapterNames.recap})$`, 'i'),
  intro: new RegExp(`^(intro(duction)?|op(ening)?( credits)?|(main )?titles?( sequence)?|${chapterNames.intro})$`, 'i'),
  credits: new RegExp(`^((end|closing|ending) credits|credits|ed|ending|outro|${chapterNames.credits})$`, 'i'),
}

/** The chapters of a source file, those that can be skipped recognised by their names. */
export function chaptersOf({ chapters, seconds }: Pick<Source, 'chapters' | 'seconds'>): Chapter[] {
  return chapters
    .map(({ start, end, name }) => ({ start, end: Math.min(end, seconds), kind: kindOf(name) }))
    .filter(({ start, end }) => start >= 0 && end > start)
    .toSorted((one, other) => one.start - other.start)
}

function kindOf(name: string): ChapterKind | null {
  return CHAPTER_KINDS.find((kind) => NAMES[kind].test(name.trim())) ?? null
}

/**
 * Parses `0:30-1:25`, in hours, minutes and seconds; without an end, `41:10`, the rest of the film is meant. Throws a
 * `CommandError` for other text.
 */
export function parseChapter(
  kind: ChapterKind,
  text: string,
): { kind: ChapterKind; start: number; end: number | null } {
  const [start, end = null, ...more] = text.split('-').map(parseTime)
  if (start === undefined || more.length > 0 || (end !== null && end <= start))
    throw new CommandError(`--${kind} takes two times such as 0:30-1:25, the end after the start.`)
  return { kind, start, end }
}

function parseTime(text: string): number {
  const [, hours = 0, minutes = 0, seconds] =
    /^(?:(?:(\d{1,2}):)?(\d{1,3}):)?(\d{1,2}(?:\.\d+)?)$/.exec(text.trim()) ?? []
  if (seconds === undefined) throw new CommandError(`“${text}” is no time such as 1:02:30.`)
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
}
