import { DOWNLOAD_CACHE_PREFIX } from './cacheNames.ts'

/** Background Fetch: the browser continues a download after its page is closed. */

/** The part of Background Fetch that Parde uses; TypeScript's DOM library does not declare it. */
export interface BackgroundFetchRegistration extends EventTarget {
  id: string
  result: '' | 'success' | 'failure'
  /** Bytes received so far. `progress` fires when this grows. */
  downloaded: number
  abort(): Promise<boolean>
  matchAll(): Promise<{ request: Request; responseReady: Promise<Response> }[]>
}
export interface BackgroundFetchManager {
  fetch(
    id: string,
    requests: Request[],
    /** The browser fails the whole fetch when it receives more than `downloadTotal` bytes. */
    options: { title: string; icons: { src: string; sizes: string; type: string }[]; downloadTotal: number },
  ): Promise<BackgroundFetchRegistration>
  get(id: string): Promise<BackgroundFetchRegistration | undefined>
  getIds(): Promise<string[]>
}

/** Returns undefined in browsers without Background Fetch. */
export async function backgroundFetchManager(): Promise<BackgroundFetchManager | undefined> {
  if (typeof navigator === 'undefined' || !('serviceWorker' in navigator)) return undefined
  const registration = await navigator.serviceWorker.getRegistration()
  return (registration as { backgroundFetch?: BackgroundFetchManager } | undefined)?.backgroundFetch
}

/** Aborts the background fetches of one file, or of every file of the user. */
export async function abortBackgroundFetches(userId: number, fileId?: number): Promise<void> {
  const browser = await backgroundFetchManager()
  const start = `${DOWNLOAD_CACHE_PREFIX}${userId}-${fileId === undefined ? '' : `${fileId}-`}`
  for (const id of (await browser?.getIds()) ?? []) if (id.startsWith(start)) await (await browser?.get(id))?.abort()
}
