import * as v from 'valibot'
import type { Schema } from '#contract/endpoint.ts'
import { device } from '#data/database/device.ts'
import { durableWrite } from '#data/database/durableWrite.ts'
import { clock } from '#data/platform/clock.ts'
import type { CallOptions } from './call.ts'

/** What this device remembers of an answer. `at`: when the server gave it, ms on the device clock. */
interface CachedAnswer<Data> {
  data: Data
  at: number
}

/** Something of the catalogue that can be looked up. */
export interface Read<Data> {
  /** Name in the query cache and on the device. */
  key: readonly unknown[]
  /** What a remembered answer must look like to be used. */
  shape: Schema<Data>
  /** From the server; throws what `call` throws. */
  fetch: (options: CallOptions) => Promise<Data>
  /** From this device. */
  look: () => Promise<CachedAnswer<Data> | undefined>
  /** Remembers an answer on this device; a full one forgets older things for it. Throws `NotStored`. */
  store: (data: Data) => Promise<void>
}

/** What a read is called on this device. */
export function cacheKey({ key }: Pick<Read<unknown>, 'key'>): string {
  return JSON.stringify(key)
}

/** Which of these reads, by name, this device remembers an answer to. */
export async function cachedKeys(names: string[]): Promise<Set<string>> {
  const { answers } = await device()
  return new Set(await answers.where('key').anyOf(names).primaryKeys())
}

interface ReadDefinition<Data> {
  key: readonly unknown[]
  /** What a remembered answer must look like to be used. */
  shape: Schema<Data>
  fetch: (options: CallOptions) => Promise<Data>
  /** Notes further facts of the answer (cards, people) for offline search. */
  remember?: (data: Data) => Promise<void>
}

/** A read that is remembered whole under its key. */
export function read<Data>({ key, shape, fetch, remember }: ReadDefinition<Data>): Read<Data> {
  const name = cacheKey({ key })
  return {
    key,
    shape,
    fetch,
    async look() {
      const { answers } = await device()
      const kept = await answers.get(name)
      const parsed = v.safeParse(shape, kept?.data)
      return kept && parsed.success ? { data: parsed.output, at: kept.at } : undefined
    },
    async store(data) {
      const database = await device()
      await durableWrite(database, async () => {
        await database.answers.put({ key: name, data, at: clock.now() })
        await remember?.(data)
      })
    },
  }
}
