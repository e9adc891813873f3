/** The year of a moment, in ms. In UTC, so that server and device agree. */
export function gregorianYear(at: number): number {
  return new Date(at).getUTCFullYear()
}

/** Whether a released title is from this year or last year. */
export function isNew(
  { year, isComing }: { year: number | null; isComing?: boolean | undefined },
  thisYear: number,
): boolean {
  return year !== null && isComing !== true && year >= thisYear - 1
}
