import * as v from 'valibot'
import { ignoring } from '#data/platform/ignoring.ts'

const KEY = 'parde-account-draft'
const Draft = v.object({ name: v.fallback(v.string(), ''), email: v.fallback(v.string(), '') })

/** Unsent input of the account forms in this tab, without passwords; survives a reload. */
export type AccountDraft = v.InferOutput<typeof Draft>

export function readDraft(): AccountDraft {
  try {
    const read = v.safeParse(Draft, JSON.parse(sessionStorage.getItem(KEY) ?? '{}'))
    if (read.success) return read.output
  } catch (failure) {
    ignoring('SyntaxError', 'SecurityError')(failure)
  }
  return { name: '', email: '' }
}

export function keepDraft({ name, email }: AccountDraft) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ name, email }))
  } catch (failure) {
    ignoring('SecurityError', 'QuotaExceededError')(failure)
  }
}

export function forgetDraft() {
  try {
    sessionStorage.removeItem(KEY)
  } catch (failure) {
    ignoring('SecurityError')(failure)
  }
}
