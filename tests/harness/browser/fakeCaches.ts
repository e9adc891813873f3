/** A fake Cache Storage, which jsdom lacks. A `put` stores the whole response or nothing. */
export interface TestCaches {
  /** The paths in each cache, by cache name. */
  all(): Record<string, string[]>
  /** The quota, in bytes. */
  room: number
  /** Called before each write and deletion. An error it throws is the one that the cache throws. */
  before: (what: string) => void
  restore(): void
}

interface StoredResponse {
  bytes: Uint8Array<ArrayBuffer>
  headers: [string, string][]
}

export function fakeCaches(): TestCaches {
  const stores = new Map<string, Map<string, StoredResponse>>()
  const real = Object.getOwnPropertyDescriptor(globalThis, 'caches')
  const pathOf = (request: RequestInfo | URL) =>
    new URL(request instanceof Request ? request.url : String(request), location.href).pathname
  const used = () =>
    [...stores.values()].flatMap((store) => [...store.values()]).reduce((sum, { bytes }) => sum + bytes.length, 0)
  const answer = (stored: StoredResponse | undefined) =>
    stored && new Response(stored.bytes, { headers: stored.headers })
  const test: TestCaches = {
    all: () => Object.fromEntries([...stores].map(([name, store]) => [name, [...store.keys()]])),
    room: Number.POSITIVE_INFINITY,
    before: () => undefined,
    restore() {
      if (real) Object.defineProperty(globalThis, 'caches', real)
      else Reflect.deleteProperty(globalThis, 'caches')
    },
  }

  function open(name: string) {
    const store = stores.get(name) ?? new Map<string, StoredResponse>()
    stores.set(name, store)
    return {
      async put(request: RequestInfo, response: Response) {
        test.before(`put ${pathOf(request)}`)
        const bytes = new Uint8Array(await response.arrayBuffer())
        if (used() + bytes.length > test.room) throw new DOMException('full', 'QuotaExceededError')
        // `keys` lists entries in the order of writing, as in browsers.
        store.delete(pathOf(request))
        store.set(pathOf(request), { bytes, headers: [...response.headers] })
        test.before(`after put ${pathOf(request)}`)
      },
      match: async (request: RequestInfo) => answer(store.get(pathOf(request))),
      keys: async () => [...store.keys()].map((path) => new Request(new URL(path, location.href))),
      delete: async (request: RequestInfo) => store.delete(pathOf(request)),
    }
  }

  const caches = {
    async open(name: string) {
      return open(name)
    },
    async match(request: RequestInfo, { cacheName }: { cacheName: string }) {
      return answer(stores.get(cacheName)?.get(pathOf(request)))
    },
    keys: async () => [...stores.keys()],
    has: async (name: string) => stores.has(name),
    async delete(name: string) {
      test.before(`delete ${name}`)
      return stores.delete(name)
    },
  }
  Object.defineProperty(globalThis, 'caches', { configurable: true, value: caches })
  return test
}
