import { PICTURE_CACHE } from '#data/platform/cacheNames.ts'
import { clock } from '#data/platform/clock.ts'
import { device } from './device.ts'
import { deleteExpiredDrafts } from './drafts.ts'

/** What was seen longer ago than this is forgotten, in ms (30 days). */
const MAX_AGE = 30 * 86_400_000
/**
 * How much of what was seen is kept at most: far more than anybody opens in that time. A title's page brings along three
 * or four answers (what is like it, the director's others, its comments).
 */
const ANSWERS = 10_000
const TITLES = 10_000
const CARDS = 20_000
const PEOPLE = 20_000

/** Forgets what is old or too much. Everything here can be fetched again. */
export async function evictExpired() {
  const since = clock.now() - MAX_AGE
  const { answers, titles, cards, people } = await device()
  for (const [table, most] of [
    [answers, ANSWERS],
    [titles, TITLES],
    [cards, CARDS],
    [people, PEOPLE],
  ] as const) {
    await table.where('at').below(since).delete()
    const surplus = (await table.count()) - most
    if (surplus > 0) await table.orderBy('at').limit(surplus).delete()
  }
  await deleteExpiredDrafts()
}

/** The device is full: pictures go first, then the older half of what was seen. Nobody's own data is touched. */
export async function freeSpace() {
  if (typeof caches !== 'undefined') await caches.delete(PICTURE_CACHE).catch(() => false)
  const { answers, titles, cards, people } = await device()
  for (const table of [answers, titles, cards, people]) {
    const half = Math.ceil((await table.count()) / 2)
    await table
      .orderBy('at')
      .limit(half)
      .delete()
      .catch(() => 0)
  }
}
