import * as v from 'valibot'
import { FlagText } from '#contract/shapes.ts'

/** `dub=1`: the dubbed version (docs/specification.md, section 7). */
export interface TitleAddress {
  dub?: 1 | undefined
}

export function readTitleAddress(raw: Record<string, unknown>): TitleAddress {
  return { dub: v.parse(FlagText, raw.dub) ? 1 : undefined }
}
