import * as v from 'valibot'
import type { Schema } from '#contract/endpoint.ts'
import { device } from '#data/database/device.ts'
import { durableWrite } from '#data/database/durableWrite.ts'
import { clock } from '#data/platform/clock.ts'
import type { CallOptions } from './call.ts'

/** A cached answer. `at`: when the server sent it, ms on the device clock. */
interface CachedAnswer<Data> {
  data: Data
  at: number
}

/** A read of the catalogue: from the device, from the server, and back into the cache. */
export interface Read<Data> {
  /** Key in the query cache and on the device. */
  key: readonly unknown[]
  /** A cached answer must match this schema to be used. */
  shape: Schema<Data>
  /** Fetches from the server. Throws what `call` throws. */
  fetch: (options: CallOptions) => Promise<Data>
  /** Reads from this device. */
  look: () => Promise<CachedAnswer<Data> | undefined>
  /** Caches an answer on this device; evicts older content when the device is full. Throws `NotStored`. */
  store: (data: Data) => Promise<void>
}

/** Key of a read's cached answer. */
export function cacheKey({ key }: Pick<Read<unknown>, 'key'>): string {
  return JSON.stringify(key)
}

/** Returns those of the keys that have a cached answer. */
export async function cachedKeys(names: string[]): Promise<Set<string>> {
  const { answers } = await device()
  return new Set(await answers.where('key').anyOf(names).primaryKeys())
}

interface ReadDefinition<Data> {
  key: readonly unknown[]
  shape: Schema<Data>
  fetch: (options: CallOptions) => Promise<Data>
  /** Stores further facts of the answer (cards, people) for offline search. */
  remember?: (data: Data) => Promise<void>
}

/** Creates a read whose answer is cached whole under its key. */
export function read<Data>({ key, shape, fetch, remember }: ReadDefinition<Data>): Read<Data> {
  const name = cacheKey({ key })
  return {
    key,
    shape,
    fetch,
    async look() {
      const { answers } = await device()
      const cached = await answers.get(name)
      const parsed = v.safeParse(shape, cached?.data)
      return cached && parsed.success ? { data: parsed.output, at: cached.at } : undefined
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
