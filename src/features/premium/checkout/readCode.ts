import * as v from 'valibot'
import { Code } from '#contract/premium.ts'
import { codeProblemText } from '#text/premium.ts'

export type ReadCode = { ok: true; code: string | null } | { ok: false; error: string }

/** Validates a discount code with the contract's schema; an empty input means no code. */
export function parseCode(typed: string): ReadCode {
  if (typed.trim() === '') return { ok: true, code: null }
  const read = v.safeParse(Code, typed)
  return read.success ? { ok: true, code: read.output } : { ok: false, error: codeProblemText.code }
}
