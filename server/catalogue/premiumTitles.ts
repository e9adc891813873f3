/** Titles from this year on require premium, except for the first episode of a series. */
const PREMIUM_FROM = 2016

export function isPremiumTitle({ year }: { year: number | null }): boolean {
  return year !== null && year >= PREMIUM_FROM
}
