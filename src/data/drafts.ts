import * as v from 'valibot'
import { clock } from './clock.ts'

const PREFIX = 'parde-draft:'
/** A draft nobody came back to is forgotten after this long, in ms (30 days). */
const KEPT_FOR = 30 * 86_400_000

const Draft = v.object({
  text: v.string(),
  spoiler: v.fallback(v.boolean(), false),
  /** whose it is; nothing for what a guest wrote, which whoever signs in here goes on with */
  owner: v.nullable(v.number()),
  at: v.number(),
})

/** What was typed and not sent. */
export interface Draft {
  text: string
  spoiler: boolean
}

/**
 * The draft of this name, as far as it is this person's (nothing: a guest's). In localStorage and not in a database: what
 * was typed the moment before a crash is there.
 */
export function readDraft(name: string, owner: number | null): Draft | undefined {
  const kept = storage()?.getItem(PREFIX + name)
  if (kept === null || kept === undefined) return undefined
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), Draft), kept)
  if (!read.success || clock.now() - read.output.at > KEPT_FOR) {
    forgetDraft(name)
    return undefined
  }
  const { text, spoiler, owner: whose } = read.output
  return whose === null || whose === owner ? { text, spoiler } : undefined
}

/** Where the device keeps nothing, it lives as long as the page. */
export function keepDraft(name: string, { text, spoiler }: Draft, owner: number | null) {
  if (text === '') return forgetDraft(name)
  try {
    storage()?.setItem(PREFIX + name, JSON.stringify({ text, spoiler, owner, at: clock.now() }))
  } catch {
    // A full device: the text is still on the screen.
  }
}

export function forgetDraft(name: string) {
  storage()?.removeItem(PREFIX + name)
}

/** Nothing that was typed stays on the device. */
export function forgetDrafts() {
  const kept = storage()
  if (!kept) return
  const names = Array.from({ length: kept.length }, (_, at) => kept.key(at))
  for (const name of names) if (name?.startsWith(PREFIX)) kept.removeItem(name)
}

/** Nothing in the worker, and where the browser forbids it. */
function storage(): Storage | undefined {
  try {
    return (globalThis as { localStorage?: Storage }).localStorage
  } catch {
    return undefined
  }
}
