import * as v from 'valibot'

const KEY = 'parde-account-draft'
const Draft = v.object({ name: v.fallback(v.string(), ''), email: v.fallback(v.string(), '') })

/** What was typed into the account forms in this tab and not yet sent: survives a reload. Passwords are never kept. */
export type AccountDraft = v.InferOutput<typeof Draft>

export function readDraft(): AccountDraft {
  try {
    const read = v.safeParse(Draft, JSON.parse(sessionStorage.getItem(KEY) ?? '{}'))
    if (read.success) return read.output
  } catch {
    // Content that is no draft, or a browser that keeps nothing: an empty form.
  }
  return { name: '', email: '' }
}

export function keepDraft({ name, email }: AccountDraft) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ name, email }))
  } catch {
    // Then it lives as long as the page.
  }
}

export function forgetDraft() {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // Nothing was kept.
  }
}
