import { clock } from '#data/platform/clock.ts'

/** Whether a title is from this year or last year. */
export function isNew({ year }: { year: number | null }, now = clock.now()): boolean {
  return year !== null && year >= new Date(now).getFullYear() - 1
}
