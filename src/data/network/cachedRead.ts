import * as v from 'valibot'
import type { Schema } from '#contract/endpoint.ts'
import { Failure } from '#contract/failures.ts'
import { device } from '#data/database/device.ts'
import { durableStore } from '#data/database/durableWrite.ts'
import { type LazyDatabases, lazyDatabases } from '#data/database/lazy.ts'
import { clock } from '#data/platform/clock.ts'
import type { CallOptions } from './call.ts'
import { Refused } from './failures.ts'

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
  /** What the device can say without a cached answer and without a network: less than the server would say. */
  partial?: (() => Promise<Data | undefined>) | undefined
  /** Caches an answer on this device; evicts older content when the device is full. Throws `NotStored`. */
  store: (data: Data) => Promise<void>
}

/** Key of a read's cached answer. */
export function cacheKey({ key }: Pick<Read<unknown>, 'key'>): string {
  return JSON.stringify(key)
}

/** Returns those of the keys that have a cached answer, or one in the offline pack. */
export async function cachedKeys(names: string[]): Promise<Set<string>> {
  const { deviceDatabase, packedPages } = await lazyDatabases()
  const cached = await deviceDatabase.answers.where('key').anyOf(names).primaryKeys()
  return new Set([...cached, ...(await packedPages.packedKeys(names))])
}

/**
 * Whether this is the server's answer that it has no such title, person or collection. It says more than the device's copy.
 * A server that lacks the call itself says nothing.
 */
export function isUnknownRecord({ key: [, what] }: Pick<Read<unknown>, 'key'>, failure: unknown): failure is Refused {
  return what === 'show' && failure instanceof Refused && failure.status === 404 && !failure.lacksCall
}

/** Key under which the device notes that the server does not know a record any more. */
function refusalKey({ key }: Pick<Read<unknown>, 'key'>): string {
  return cacheKey({ key: ['refused', ...key] })
}

/** Notes that the server does not know a record any more, or by another path. Search on this device finds it no longer. */
export async function storeRefusal(read: Pick<Read<unknown>, 'key'>, refusal: Refused): Promise<void> {
  const [area, , id] = read.key
  const database = await device()
  await durableStore(database, async () => {
    await database.answers.put({ key: refusalKey(read), data: refusal.failure, at: clock.now() })
    if (area !== 'collections') await database[area === 'titles' ? 'cards' : 'people'].delete(Number(id))
  })
}

/** Returns the noted refusal of a record if it is newer than the device's copy. `copiedAt`: ms, 0 without a copy. */
export async function newerRefusal(read: Pick<Read<unknown>, 'key'>, copiedAt: number): Promise<Refused | undefined> {
  const noted = await (await device()).answers.get(refusalKey(read))
  const failure = v.safeParse(Failure, noted?.data)
  return noted && noted.at > copiedAt && failure.success ? new Refused(404, failure.output, undefined) : undefined
}

interface ReadDefinition<Data> {
  key: readonly unknown[]
  shape: Schema<Data>
  fetch: (options: CallOptions) => Promise<Data>
  /** Stores further facts of the answer (cards, people) for offline search. */
  remember?: (data: Data) => Promise<void>
  /** Looks in the offline pack when there is no cached answer. */
  packed?: (packedPages: PackedPages) => Promise<{ data: unknown; at: number } | undefined>
  /** Collects a partial answer from the offline pack, see `Read`. */
  partial?: (packedPages: PackedPages) => Promise<unknown>
}
type PackedPages = LazyDatabases['packedPages']

/** Creates a read that always asks the server, for lists of which an old copy would mislead. */
export function uncachedRead<Data>(definition: Pick<Read<Data>, 'key' | 'shape' | 'fetch'>): Read<Data> {
  return { ...definition, look: () => Promise.resolve(undefined), store: () => Promise.resolve() }
}

/** Creates a read whose answer is cached whole under its key. */
export function read<Data>({ key, shape, fetch, remember, packed, partial }: ReadDefinition<Data>): Read<Data> {
  const name = cacheKey({ key })
  return {
    key,
    shape,
    fetch,
    async look() {
      const { deviceDatabase, packedPages } = await lazyDatabases()
      const cached = (await deviceDatabase.answers.get(name)) ?? (await packed?.(packedPages))
      const parsed = v.safeParse(shape, cached?.data)
      return cached && parsed.success ? { data: parsed.output, at: cached.at } : undefined
    },
    partial:
      partial &&
      (async () => {
        const parsed = v.safeParse(shape, await partial((await lazyDatabases()).packedPages))
        return parsed.success ? parsed.output : undefined
      }),
    async store(data) {
      const database = await device()
      await durableStore(database, async () => {
        await database.answers.put({ key: name, data, at: clock.now() })
        await remember?.(data)
      })
    },
  }
}
