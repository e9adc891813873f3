import { clock } from './clock.ts'
import { device } from './device.ts'

const RECENT = 8

/** What was searched for on this device lately, newest first. */
export async function recentSearches(): Promise<string[]> {
  const recent = await device.searches.orderBy('at').reverse().limit(RECENT).toArray()
  return recent.map(({ text }) => text)
}

export async function rememberSearch(text: string) {
  await device.searches.put({ text, at: clock.now() })
  const old = await device.searches.orderBy('at').reverse().offset(RECENT).primaryKeys()
  await device.searches.bulkDelete(old)
}

export async function forgetSearch(text: string) {
  await device.searches.delete(text)
}

export async function forgetSearches() {
  await device.searches.clear()
}
