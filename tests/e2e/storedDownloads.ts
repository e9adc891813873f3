import type { Page } from '@playwright/test'

/** What tests read of a download's row. */
interface StoredDownload {
  fileId: number
  season: number | null
  episode: number | null
  state: string
  isAutomatic?: boolean
}

/** Returns the downloads of this device in viewing order, read from the database without the app. */
export async function storedDownloads(page: Page): Promise<StoredDownload[]> {
  const rows = await page.evaluate(async () => {
    const names = (await indexedDB.databases()).map(({ name }) => name ?? '')
    const asked = indexedDB.open(names.find((name) => name.startsWith('parde-user')) ?? '')
    const database = await new Promise<IDBDatabase>((done) => {
      asked.onsuccess = () => done(asked.result)
    })
    const read = database.transaction('keptVideos').objectStore('keptVideos').getAll()
    await new Promise((done) => {
      read.onsuccess = done
    })
    database.close()
    return read.result as StoredDownload[]
  })
  const place = ({ season, episode }: StoredDownload) => (season ?? 0) * 1000 + (episode ?? 0)
  return rows.toSorted((one, other) => place(one) - place(other))
}

/** Hides the page, and returns how many films the browser then fetches in the background. */
export const leftToBrowser = (page: Page) =>
  page.evaluate(async () => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' })
    document.dispatchEvent(new Event('visibilitychange'))
    const registration = await navigator.serviceWorker.getRegistration()
    const { backgroundFetch } = registration as unknown as { backgroundFetch: { getIds(): Promise<string[]> } }
    return (await backgroundFetch.getIds()).length
  })
