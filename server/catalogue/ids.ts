import { fold } from '#contract/persian.ts'

/** From here on ids belong to what was made up for measuring; below, to real titles and people. */
export const GENERATED_IDS = 2 ** 30

/** From here on to the made-up ones: titles without an IMDb id, which all lie below. */
const UNNUMBERED_IDS = 2 ** 29

/** What the columns of ids can hold: a larger number is the id of nothing. */
export const ID_MAX = 2 ** 31 - 1

/** The number of the IMDb id: the same in every database, so an address kept on a device stays true after seeding anew. */
export function titleId(imdb: string): number {
  return Number(imdb.slice(2))
}

/** Of a title without an IMDb id, made from its key in the data. */
export function keyedTitleId(key: string): number {
  return UNNUMBERED_IDS + (nameId(key) % (GENERATED_IDS - UNNUMBERED_IDS))
}

/** Made from the English name; that no two names meet is checked by a test over the data. */
export function nameId(name: string): number {
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(name)) hash = Math.imul(hash ^ byte, 0x01000193)
  return ((hash >>> 0) % (GENERATED_IDS - 1)) + 1
}

/** Seasons to 99, episodes to 999. */
export function episodeId(title: number, season: number, number: number): number {
  return title * 100_000 + season * 1000 + number
}

/** Latin words with hyphens for the end of an address; never empty. */
export function slugOf(titleEn: string): string {
  return (
    fold(titleEn)
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '') || 'title'
  )
}
