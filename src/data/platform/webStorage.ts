import type { LocalKey, SessionKey } from './inventory.ts'

/** The part of `Storage` used here; workers and the server have neither storage nor its type. */
interface BrowserStorage {
  readonly length: number
  key(index: number): string | null
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

/** localStorage or sessionStorage without exceptions, for the keys of the inventory. */
export interface WebStorage<Key extends string> {
  /** Returns null where the key or the storage is missing. */
  get(key: Key): string | null
  /** Returns false when the value was not stored: the storage is missing, blocked or full. */
  set(key: Key, value: string): boolean
  remove(key: string): void
  allKeys(): string[]
}

/**
 * The only module that accesses web storage. Reading the property can throw `SecurityError` (cookies are blocked),
 * writing `QuotaExceededError`; workers and the server have no web storage. Imports only types, because /early.js
 * contains it and src/ui imports it.
 */
export const localItems = webStorage<LocalKey>('localStorage')
export const sessionItems = webStorage<SessionKey>('sessionStorage')

function webStorage<Key extends string>(name: 'localStorage' | 'sessionStorage'): WebStorage<Key> {
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
    allKeys: () =>
      access((storage) => Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? ''), []),
  }
}
