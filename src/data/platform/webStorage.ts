/** The part of `Storage` used here; workers and the server have neither storage nor its type. */
interface BrowserStorage {
  readonly length: number
  key(index: number): string | null
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
  clear(): void
}

/** localStorage or sessionStorage without exceptions. */
export interface WebStorage {
  /** Returns null where the key or the storage is missing. */
  get(key: string): string | null
  /** Returns false when the value was not stored: the storage is missing, blocked or full. */
  set(key: string, value: string): boolean
  remove(key: string): void
  clear(): void
  allKeys(): string[]
}

/**
 * The only module that accesses web storage. Reading the property can throw `SecurityError` (cookies are blocked),
 * writing `QuotaExceededError`; workers and the server have no web storage. Imports nothing, because /early.js
 * contains it and src/ui imports it.
 */
export const localItems = webStorage('localStorage')
export const sessionItems = webStorage('sessionStorage')

function webStorage(name: 'localStorage' | 'sessionStorage'): WebStorage {
  const access = <Result>(use: (storage: BrowserStorage) => Result, fallback: Result): Result => {
    try {
      const storage = (globalThis as Partial<Record<typeof name, BrowserStorage | null>>)[name]
      return storage ? use(storage) : fallback
    } catch (failure) {
      if (failure instanceof DOMException) return fallback
      throw failure
    }
  }
  return {
    get: (key) => access((storage) => storage.getItem(key), null),
    set: (key, value) =>
      access((storage) => {
        storage.setItem(key, value)
        return true
      }, false),
    remove: (key) => access((storage) => storage.removeItem(key), undefined),
    clear: () => access((storage) => storage.clear(), undefined),
    allKeys: () =>
      access((storage) => Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? ''), []),
  }
}
