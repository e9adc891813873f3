import { DOWNLOAD_CACHE_PREFIX } from './cacheNames.ts'

/** Background Fetch: the browser fetches by itself what a page has asked it to, when the page is gone as well. */

/** As much of Background Fetch as is used; TypeScript's library does not know it. */
export interface BackgroundFetchRegistration extends EventTarget {
  id: string
  result: '' | 'success' | 'failure'
  /** bytes that have come; `progress` says that it is more */
  downloaded: number
  abort(): Promise<boolean>
  matchAll(): Promise<{ request: Request; responseReady: Promise<Response> }[]>
}
export interface BackgroundFetchManager {
  fetch(
    id: string,
    requests: Request[],
    /** What brings more than `downloadTotal` fails, all of it. */
    options: { title: string; icons: { src: string; sizes: string; type: string }[]; downloadTotal: number },
  ): Promise<BackgroundFetchRegistration>
  get(id: string): Promise<BackgroundFetchRegistration | undefined>
  getIds(): Promise<string[]>
}

/** The browser's part; nothing where it has none. */
export async function backgroundFetchManager(): Promise<BackgroundFetchManager | undefined> {
  if (typeof navigator === 'undefined' || !('serviceWorker' in navigator)) return undefined
  const registration = await navigator.serviceWorker.getRegistration()
  return (registration as { backgroundFetch?: BackgroundFetchManager } | undefined)?.backgroundFetch
}

/** Nobody wants these any more: all of a person's, or one. */
export async function abortBackgroundFetches(userId: number, fileId?: number): Promise<void> {
  const browser = await backgroundFetchManager()
  const start = `${DOWNLOAD_CACHE_PREFIX}${userId}-${fileId === undefined ? '' : `${fileId}-`}`
  for (const id of (await browser?.getIds()) ?? []) if (id.startsWith(start)) await (await browser?.get(id))?.abort()
}
