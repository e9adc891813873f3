import { fold } from '#contract/persian.ts'

/** Ids from here on belong to titles and people generated for measuring. */
export const GENERATED_IDS = 2 ** 30

/** Ids from here up to `GENERATED_IDS` belong to titles without an IMDb id; IMDb numbers are lower. */
const UNNUMBERED_IDS = 2 ** 29

/** The largest value of an id column. */
export const ID_MAX = 2 ** 31 - 1

/** The number of the IMDb id: equal in every database, so addresses on devices stay valid after seeding again. */
export function titleId(imdb: string): number {
  return Number(imdb.slice(2))
}

/** The id of a title without an IMDb id, derived from its key in the data. */
export function keyedTitleId(key: string): number {
  return UNNUMBERED_IDS + (nameId(key) % (GENERATED_IDS - UNNUMBERED_IDS))
}

/** Derived from the English name. A test over the data checks that no two names collide. */
export function nameId(name: string): number {
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(name)) hash = Math.imul(hash ^ byte, 0x01000193)
  return ((hash >>> 0) % (GENERATED_IDS - 1)) + 1
}

/** The number of a title's trailer in season 0: no film and no episode has it. */
export const TRAILER = -1

/** Supports seasons up to 99 and episodes up to 999. */
export function episodeId(title: number, season: number, number: number): number {
  return title * 100_000 + season * 1000 + number
}

/** The slug at the end of an address: Latin words with hyphens, never empty. */
export function slugOf(titleEn: string): string {
  return (
    fold(titleEn)
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '') || 'title'
  )
}
