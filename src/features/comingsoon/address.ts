import * as v from 'valibot'
import { type TitleSearch, titlesApi } from '#contract/titles.ts'
import { normalizeWord } from '#parts/navigation/normalizeWord.ts'

/** Filter and page of the upcoming titles. */
export interface ComingSearch {
  type: TitleSearch['type']
  page: number
}

/** The view in the address; defaults are omitted. */
export interface ComingAddress {
  type?: TitleSearch['type'] | undefined
  page?: number | undefined
}

/** Parses the address; unknown values become the defaults. */
export function readComingSearch(raw: ComingAddress | Record<string, unknown>): ComingSearch {
  const { type, page } = raw
  const read = v.parse(titlesApi.comingSoon.query, { type: normalizeWord(type), page })
  return { type: read.type, page: read.page }
}

export function writeComingSearch({ type, page }: ComingSearch): ComingAddress {
  return { type: type === 'all' ? undefined : type, page: page === 1 ? undefined : page }
}
