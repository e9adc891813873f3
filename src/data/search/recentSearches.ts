import { device } from '#data/database/device.ts'
import { clock } from '#data/platform/clock.ts'

const MAX_SEARCHES = 8

/** Returns the latest searches on this device, newest first. */
export async function recentSearches(): Promise<string[]> {
  const recent = await (await device()).searches.orderBy('at').reverse().limit(MAX_SEARCHES).toArray()
  return recent.map(({ text }) => text)
}

export async function rememberSearch(text: string) {
  const { searches } = await device()
  await searches.put({ text, at: clock.now() })
  await searches.bulkDelete(await searches.orderBy('at').reverse().offset(MAX_SEARCHES).primaryKeys())
}

export async function deleteRecentSearch(text: string) {
  await (await device()).searches.delete(text)
}

export async function clearRecentSearches() {
  await (await device()).searches.clear()
}
