import * as v from 'valibot'
import { QueryText } from '#contract/shapes.ts'

const Search = v.object({ q: v.optional(QueryText, '') })

/** Search parameters of the address; defaults are omitted. */
export interface HistoryAddress {
  q?: string | undefined
}

export function readHistorySearch(raw: Record<string, unknown>): string {
  return v.parse(Search, { q: raw.q }).q
}

export function writeHistorySearch(q: string): HistoryAddress {
  return { q: q === '' ? undefined : q }
}
