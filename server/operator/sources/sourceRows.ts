import type { CatalogueSource } from '#contract/contact.ts'
/** Tells why a line of an input file leads to no row. */
export type Refuse = (line: number, reason: string) => void

/** A row of the import's format (docs/import.md), before it is checked. */
export type SourceRow = Readonly<Record<string, unknown>>

/** A title with the people that it names. */
export interface SourceTitle {
  title: SourceRow
  people: readonly (SourceRow & { key: string })[]
}

/** More names of a cast than a title's page shows help nobody. */
export const CAST_MAX = 30
/** The import accepts as many genres. */
export const GENRES_MAX = 3

/** Control characters, marks that reorder the text around them (UAX #9), and invisible tags. */
const UNWANTED = /[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069]|[\u{e0000}-\u{e007f}]/gu

/** A text of a source without control characters and marks that reorder text; undefined for an empty text. */
export function plainText(text: string | null | undefined): string | undefined {
  const plain = text?.replace(UNWANTED, '').trim()
  return plain === '' ? undefined : plain
}

/** Whether a name is written in the Arabic script, as Persian is. */
export function isPersian(name: string): boolean {
  return /\p{Script=Arabic}/u.test(name)
}

/** The row's origin. TMDB's facts may be kept for six months from that day on. */
export function originOf(name: CatalogueSource, now: Date): { name: string; fetchedAt: string } {
  return { name, fetchedAt: now.toISOString().slice(0, 10) }
}
