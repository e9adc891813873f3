import type { OutboxEntry } from '#data/database/outboxEntry.ts'
import * as edit from '#data/sync/editMutation.ts'
import type { NamedDraft } from '#data/sync/mutation.ts'
import { retryMutation as retry } from '#data/sync/syncState.ts'
import { kindOf } from './kinds.ts'

export { discardMutation } from '#data/sync/syncState.ts'

/** The actions of the sync sheet on one entry, with every mutation kind of the app. */

export function entryText(entry: OutboxEntry): string | undefined {
  return edit.entryText(entry, kindOf)
}

export function canEdit(entry: OutboxEntry): boolean {
  return edit.canEdit(entry, kindOf)
}

export function editEntry(seq: number): Promise<NamedDraft | undefined> {
  return edit.editEntry(seq, kindOf)
}

export function retryMutation(seq: number): Promise<void> {
  return retry(seq, kindOf)
}
