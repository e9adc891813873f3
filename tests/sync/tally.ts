/** How much a campaign covered, summed over its runs. */
export interface Counts {
  runs: number
  steps: number
  /** processes killed at a boundary or at the end of a burst */
  kills: number
  requests: number
  commits: number
  faults: Record<string, number>
}

export class Tally {
  readonly counts: Counts = { runs: 0, steps: 0, kills: 0, requests: 0, commits: 0, faults: {} }

  fault(kind: string) {
    this.counts.faults[kind] = (this.counts.faults[kind] ?? 0) + 1
  }
}

export function sum(parts: Counts[]): Counts {
  const { counts } = new Tally()
  for (const part of parts) {
    for (const name of ['runs', 'steps', 'kills', 'requests', 'commits'] as const) counts[name] += part[name]
    for (const [kind, times] of Object.entries(part.faults)) counts.faults[kind] = (counts.faults[kind] ?? 0) + times
  }
  return counts
}

/** Formats the counts as one line; with `withFaults`, a second line lists the faults by frequency. */
export function formatCounts(
  { runs, steps, kills, requests, commits, faults }: Counts,
  seconds: number,
  withFaults: boolean,
): string {
  const line = `${runs} runs: ${steps} steps, ${kills} kills, ${requests} requests, ${commits} commits, ${Math.round(seconds)} s`
  if (!withFaults) return line
  const kinds = Object.entries(faults).toSorted((one, other) => other[1] - one[1])
  return [line, `faults met: ${kinds.map(([kind, times]) => `${kind} ${times}`).join(', ')}`].join('\n')
}
