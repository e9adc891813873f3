import * as v from 'valibot'
import { ignoring } from '#data/platform/ignoring.ts'
import { sessionItems } from '#data/platform/webStorage.ts'

const KEY = 'parde-account-draft'
const Draft = v.object({ name: v.fallback(v.string(), ''), email: v.fallback(v.string(), '') })

/** Unsent input of the account forms in this tab, without passwords; survives a reload. */
export type AccountDraft = v.InferOutput<typeof Draft>

export function readDraft(): AccountDraft {
  try {
    const read = v.safeParse(Draft, JSON.parse(sessionItems.get(KEY) ?? '{}'))
    if (read.success) return read.output
  } catch (failure) {
    ignoring('SyntaxError')(failure)
  }
  return { name: '', email: '' }
}

export function storeDraft({ name, email }: AccountDraft) {
  sessionItems.set(KEY, JSON.stringify({ name, email }))
}

export function deleteDraft() {
  sessionItems.remove(KEY)
}
