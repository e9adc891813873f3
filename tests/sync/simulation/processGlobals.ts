/** Free identifiers of the data layer's script that each process gets its own value of; the rest are language built-ins. */
export const PROCESS_GLOBALS = [
  'globalThis',
  'self',
  'window',
  'indexedDB',
  'IDBKeyRange',
  'fetch',
  'navigator',
  'document',
  'location',
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
  'setImmediate',
  'AbortSignal',
  'BroadcastChannel',
  'cookieStore',
  'caches',
  'localStorage',
  'addEventListener',
  'removeEventListener',
  'dispatchEvent',
  'Math',
  'console',
  'crypto',
  'process',
  'Date',
]

/** Not `localhost`: there Dexie records long stack traces, which doubles the duration of a run. */
export const LOCATION = { protocol: 'http:', hostname: 'parde.test', host: 'parde.test', href: 'http://parde.test/' }

/** The parts of `crypto` that the data layer uses. */
export const CRYPTO = {
  randomUUID: () => crypto.randomUUID(),
  getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(bytes),
}
