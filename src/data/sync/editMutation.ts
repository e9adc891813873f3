import { saveDraft } from '#data/database/drafts.ts'
import { canDiscard, type OutboxEntry } from '#data/database/outboxEntry.ts'
import { personalDatabase } from '#data/database/personal.ts'
import type { KindOf } from './kindLookup.ts'
import type { NamedDraft } from './mutation.ts'
import { discardEntry } from './outbox.ts'

/** The text in a change, to be copied; nothing where there is none. */
export function entryText(entry: OutboxEntry, kindOf: KindOf): string | undefined {
  return kindOf(entry)?.draft(entry)?.copy
}

/** Whether a change has a text and can still be given back for editing. */
export function canEdit(entry: OutboxEntry, kindOf: KindOf): boolean {
  return canDiscard(entry) && entryText(entry, kindOf) !== undefined
}

/**
 * Gives the text of a change back to its form as a draft, and the change up; answers where that form is. The draft is
 * written first: whatever happens in between, the text is in the one place or in both.
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
