/** Levels of a backend, lowest first. Each level contains the ones before it (docs/backend.md). */
export const LEVELS = [
  { id: 'calls', title: "The specification's calls" },
  { id: 'mutations', title: 'Queued mutations with idempotency keys and fences' },
  { id: 'deltas', title: 'Lists that answer with the changes since a cursor' },
  { id: 'batch', title: 'Many mutations in one call' },
  { id: 'streams', title: 'Server-sent events' },
] as const
export type Level = (typeof LEVELS)[number]['id']

const OWN_LEVEL: Readonly<Record<string, Level>> = {
  'POST /api/user/mutations': 'batch',
  'GET /api/user/events': 'streams',
}

/** The level from which a backend must have a call, or `optional`: without it one feature is off. */
export function levelOf(call: string, specified: ReadonlySet<string>): Level | 'optional' {
  return specified.has(call) ? 'calls' : (OWN_LEVEL[call] ?? 'optional')
}
