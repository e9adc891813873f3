import type { TitleRecord } from '#server/catalogue/seeding/catalogueRecords.ts'

/** Titles of the demo from this year on require premium. */
const PREMIUM_FROM = 2016

export function accessOf(year: number): TitleRecord['access'] {
  return year >= PREMIUM_FROM ? 'premium' : 'free'
}
