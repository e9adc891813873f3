import { device } from '#data/database/device.ts'
import { clock } from '#data/platform/clock.ts'

const RECENT = 8

/** What was searched for on this device lately, newest first. */
export async function recentSearches(): Promise<string[]> {
  const recent = await (await device()).searches.orderBy('at').reverse().limit(RECENT).toArray()
  return recent.map(({ text }) => text)
}

export async function rememberSearch(text: string) {
  const { searches } = await device()
  await searches.put({ text, at: clock.now() })
  await searches.bulkDelete(await searches.orderBy('at').reverse().offset(RECENT).primaryKeys())
}

export async function deleteRecentSearch(text: string) {
  await (await device()).searches.delete(text)
}

export async function clearRecentSearches() {
  await (await device()).searches.clear()
}
