import { journalText as textOf } from '#data/sync/journalText.ts'
import { type SyncState, syncState as stateOf } from '#data/sync/syncState.ts'
import { pulls } from './kinds.ts'

/** The state of the outbox and of every personal list; undefined for guests. */
export function syncState(): Promise<SyncState | undefined> {
  return stateOf(pulls)
}

export function journalText(): Promise<string> {
  return textOf(pulls)
}
