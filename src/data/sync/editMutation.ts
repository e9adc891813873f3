import { keepDraft } from '#data/database/drafts.ts'
import { canDiscard, type Entry } from '#data/database/outboxEntry.ts'
import { personal } from '#data/database/personal.ts'
import { kindOf } from './kinds.ts'
import type { NamedDraft } from './mutation.ts'
import { discard } from './outbox.ts'

/** The text in a change, to be copied; nothing where there is none. */
export function textOf(entry: Entry): string | undefined {
  return kindOf(entry)?.draft(entry)?.copy
}

/** Whether a change has a text and can still be given back for editing. */
export function canEdit(entry: Entry): boolean {
  return canDiscard(entry) && textOf(entry) !== undefined
}

/**
 * Gives the text of a change back to its form as a draft, and the change up; answers where that form is. The draft is
 * written first: whatever happens in between, the text is in the one place or in both.
 */
export async function editChange(seq: number): Promise<NamedDraft | undefined> {
  const database = await personal()
  const entry = await database.outbox.get(seq)
  const draft = entry && canEdit(entry) ? kindOf(entry)?.draft(entry) : undefined
  if (!draft) return undefined
  keepDraft(draft.name, draft, database.userId)
  await discard(database, seq)
  return draft
}
