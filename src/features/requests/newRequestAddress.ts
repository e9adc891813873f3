import * as v from 'valibot'
import { imdbIdIn } from '#contract/requests.ts'
import { QueryText } from '#contract/shapes.ts'

const Search = v.object({ name: v.optional(QueryText, ''), imdb: v.optional(QueryText, '') })

/** Prefill in the address: the query of a search without results, or the IMDb id of a shared link. */
export interface NewRequestAddress {
  name?: string | undefined
  imdb?: string | undefined
}

export function readNewRequestAddress(raw: Record<string, unknown>): NewRequestAddress {
  const { name, imdb } = v.parse(Search, { name: raw.name, imdb: raw.imdb })
  return { name: name === '' ? undefined : name, imdb: imdbIdIn(imdb) }
}
