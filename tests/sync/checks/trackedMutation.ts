import type { MutationKind, Value } from '#tests/sync/plan/mutationKinds.ts'
import type { Device } from '#tests/sync/simulation/device.ts'

/** An outbox entry as stored on a device. */
export interface Entry {
  seq: number
  key: string
  userId: number
  kind: string
  entity: string
  payload: unknown
  createdAt: number
  attempts: number
  status: 'queued' | 'sending' | 'failed' | 'held'
}

/** One accepted mutation, from the commit of its outbox entry to its final state. */
export interface TrackedMutation {
  key: string
  seq: number
  device: Device
  userId: number
  kind: MutationKind
  /** `kind` of its entry */
  name: string
  entity: string
  value: Value
  /** true time */
  startedAt: number
  /** how often the device's clock had been set before the mutation */
  clockChanges: number
  state: 'pending' | 'failed' | 'held' | 'acknowledged' | 'superseded' | 'discarded' | 'retried'
  /** how often the server applied it */
  effects: number
  /** delivery attempts that left the device */
  attempts: number
  /** whether the server answered it with a 2xx */
  reachedServer: boolean
  /** statuses that the device received */
  statuses: number[]
  /** highest version that the device received in an answer to it */
  version: number
  /** superseded by a mutation that equals the base row and so enqueued nothing */
  isUndone: boolean
}

/** A mutation whose call has not settled yet. */
export interface MutationWatch {
  device: Device
  kind: MutationKind
  entity: string
  value: Value
  isPending(): boolean
  /** whether some commit during the call left the merged view at this value */
  wasReached: boolean
}

/** The committed state of one user's database on one device. */
export interface DatabaseState {
  device: Device
  userId: number
  outbox: Map<number, Entry>
  tables: Map<string, Map<number, { version: number }>>
  cursors: Map<string, string>
  /** keys of mutations that the device has to send to a restored server again */
  owed: Set<string>
  /** by file id */
  downloads: Map<number, DownloadRow>
  /** by title id */
  rules: Map<number, RuleRow>
}

/** A download as stored on a device. */
export interface DownloadRow {
  fileId: number
  title: { id: number }
  episodeId: number | null
  quality: number
  state: 'wanted' | 'paused' | 'stopped' | 'kept' | 'leaving'
  why?: string
  run: string
  size: number
  bytes: number
  createdAt: number
  queuedAt?: number
  isAutomatic?: boolean
}

/** A rule for the downloads of a series as stored on a device. */
export interface RuleRow {
  titleId: number
  count: number
  quality: number
  dub: boolean | undefined
  skipped: number[]
}
