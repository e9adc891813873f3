/** Statistics over the figures of several runs. */
export function median(figures: number[]): number {
  const sorted = figures.toSorted((one, other) => one - other)
  const middle = Math.floor(sorted.length / 2)
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[middle]]
  return low === undefined || high === undefined ? Number.NaN : (low + high) / 2
}

/** Formats milliseconds. */
export function shown(ms: number | undefined): string {
  if (ms === undefined) return '–'
  if (!Number.isFinite(ms)) return 'not in time'
  if (ms >= 10_000) return `${(ms / 1000).toFixed(0)} s`
  return ms >= 1000 ? `${(ms / 1000).toFixed(2)} s` : ms >= 10 ? `${ms.toFixed(0)} ms` : `${ms.toFixed(2)} ms`
}
