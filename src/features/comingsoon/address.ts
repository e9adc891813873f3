import * as v from 'valibot'
import { type TitleSearch, titlesApi } from '#contract/titles.ts'
import { normalizeWord } from '#parts/navigation/normalizeWord.ts'

/** What of the coming titles is shown. */
export interface ComingSearch {
  type: TitleSearch['type']
  page: number
}

/** As the address holds it: what is as usual is left out. */
export interface ComingAddress {
  type?: TitleSearch['type'] | undefined
  page?: number | undefined
}

/** Unknown values fall to the nearest sense: everything, from the first page. */
export function readComingSearch(raw: ComingAddress | Record<string, unknown>): ComingSearch {
  const { type, page } = raw
  const read = v.parse(titlesApi.comingSoon.query, { type: normalizeWord(type), page })
  return { type: read.type, page: read.page }
}

export function writeComingSearch({ type, page }: ComingSearch): ComingAddress {
  return { type: type === 'all' ? undefined : type, page: page === 1 ? undefined : page }
}
