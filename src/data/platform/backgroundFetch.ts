import { KEPT_CACHES } from '#data/database/segmentCache.ts'

/** Background Fetch: the browser fetches by itself what a page has asked it to, when the page is gone as well. */

/** As much of Background Fetch as is used; TypeScript's library does not know it. */
export interface BackgroundRegistration extends EventTarget {
  id: string
  result: '' | 'success' | 'failure'
  /** bytes that have come; `progress` says that it is more */
  downloaded: number
  abort(): Promise<boolean>
  matchAll(): Promise<{ request: Request; responseReady: Promise<Response> }[]>
}
export interface BackgroundManager {
  fetch(
    id: string,
    requests: Request[],
    /** What brings more than `downloadTotal` fails, all of it. */
    options: { title: string; icons: { src: string; sizes: string; type: string }[]; downloadTotal: number },
  ): Promise<BackgroundRegistration>
  get(id: string): Promise<BackgroundRegistration | undefined>
  getIds(): Promise<string[]>
}

/** The browser's part; nothing where it has none. */
export async function backgroundManager(): Promise<BackgroundManager | undefined> {
  if (typeof navigator === 'undefined' || !('serviceWorker' in navigator)) return undefined
  const registration = await navigator.serviceWorker.getRegistration()
  return (registration as { backgroundFetch?: BackgroundManager } | undefined)?.backgroundFetch
}

/** Nobody wants these any more: all of a person's, or one. */
export async function abandon(userId: number, fileId?: number): Promise<void> {
  const browser = await backgroundManager()
  const start = `${KEPT_CACHES}${userId}-${fileId === undefined ? '' : `${fileId}-`}`
  for (const id of (await browser?.getIds()) ?? []) if (id.startsWith(start)) await (await browser?.get(id))?.abort()
}
