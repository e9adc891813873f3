import * as v from 'valibot'
import { QueryText } from '#contract/shapes.ts'

const Search = v.object({ name: v.optional(QueryText, '') })

/** As the address holds it: a search that found nothing hands its words over. */
export interface NewRequestAddress {
  name?: string | undefined
}

export function readNewRequestAddress(raw: Record<string, unknown>): NewRequestAddress {
  const { name } = v.parse(Search, { name: raw.name })
  return { name: name === '' ? undefined : name }
}
