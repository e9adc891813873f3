import { clock } from '#data/platform/clock.ts'

/** Whether a released title is from this year or last year. */
export function isNew(
  { year, isComing }: { year: number | null; isComing?: boolean | undefined },
  now = clock.now(),
): boolean {
  return year !== null && isComing !== true && year >= new Date(now).getFullYear() - 1
}
