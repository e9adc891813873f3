import * as v from 'valibot'
import { RequestedVersion } from '#contract/watch.ts'

/** Maximum digits of an id; file ids are the longest. */
const MAX_DIGITS = 16

/** Parses the file, episode or title id from a player address; undefined when it cannot be an id. */
export function readWatchId(text: string): number | undefined {
  const id = Number(text)
  return /^[1-9]\d*$/.test(text) && text.length <= MAX_DIGITS && Number.isSafeInteger(id) ? id : undefined
}

/** `dub=1`: the dubbed version, `dub=0`: the other one (`watchApi.show`). */
export interface WatchAddress {
  dub?: 0 | 1 | undefined
}

export function readWatchAddress({ dub }: Record<string, unknown>): WatchAddress {
  return { dub: v.parse(RequestedVersion, dub) }
}
