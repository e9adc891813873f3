import { clock } from '#data/platform/clock.ts'

/** Whether a title is of this year or the last. */
export function isNew({ year }: { year: number | null }, now = clock.now()): boolean {
  return year !== null && year >= new Date(now).getFullYear() - 1
}
