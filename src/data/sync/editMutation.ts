import { saveDraft } from '#data/database/drafts.ts'
import { canDiscard, type OutboxEntry } from '#data/database/outboxEntry.ts'
import { personalDatabase } from '#data/database/personal.ts'
import type { KindOf } from './kindLookup.ts'
import type { NamedDraft } from './mutation.ts'
import { discardEntry } from './outbox.ts'

/** Returns the entry's text for copying, if its kind has one. */
export function entryText(entry: OutboxEntry, kindOf: KindOf): string | undefined {
  return kindOf(entry)?.draft(entry)?.copy
}

/** Whether the entry has a text and can be moved back into its form. */
export function canEdit(entry: OutboxEntry, kindOf: KindOf): boolean {
  return canDiscard(entry) && entryText(entry, kindOf) !== undefined
}

/**
 * Moves an entry's text back into its form as a draft and discards the entry. Returns the draft, with the form's path.
 * The draft is written first, so a crash in between cannot lose the text.
 */
export async function editEntry(seq: number, kindOf: KindOf): Promise<NamedDraft | undefined> {
  const database = await personalDatabase()
  const entry = await database.outbox.get(seq)
  const draft = entry && canEdit(entry, kindOf) ? kindOf(entry)?.draft(entry) : undefined
  if (!draft) return undefined
  saveDraft(draft.name, draft, database.userId)
  await discardEntry(database, seq)
  return draft
}
