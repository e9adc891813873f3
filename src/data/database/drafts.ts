import * as v from 'valibot'
import { clock } from '#data/platform/clock.ts'
import { device } from './device.ts'

const PREFIX = 'parde-draft:'
/** A draft nobody came back to is forgotten after this long, in ms (30 days). */
const DRAFT_LIFETIME = 30 * 86_400_000

const StoredDraft = v.object({
  text: v.string(),
  spoiler: v.fallback(v.boolean(), false),
  /** whose it is; nothing for what a guest wrote, which whoever signs in here goes on with */
  owner: v.nullable(v.number()),
  at: v.number(),
})
type StoredDraft = v.InferOutput<typeof StoredDraft>

/** What was typed and not sent. */
export interface Draft {
  text: string
  spoiler: boolean
}

/**
 * The draft of this name, as far as it is this person's (nothing: a guest's). It is kept twice: localStorage has it before a
 * reload can interrupt anything, the database has it when the browser dies, which takes localStorage's last seconds along.
 * The later of the two is true, and an empty one is none.
 */
export async function readDraft(name: string, owner: number | null): Promise<Draft | undefined> {
  const { meta } = await device()
  const durable = parse((await meta.get(PREFIX + name).catch(() => undefined))?.value)
  const quick = parse(readQuick(name))
  const kept = quick && quick.at >= (durable?.at ?? 0) ? quick : durable
  if (!kept || kept.text === '' || clock.now() - kept.at > DRAFT_LIFETIME) return undefined
  return kept.owner === null || kept.owner === owner ? { text: kept.text, spoiler: kept.spoiler } : undefined
}

/** Where the device keeps nothing, it lives as long as the page. */
export function saveDraft(name: string, { text, spoiler }: Draft, owner: number | null) {
  const kept: StoredDraft = { text, spoiler, owner, at: clock.now() }
  try {
    storage()?.setItem(PREFIX + name, JSON.stringify(kept))
  } catch {
    // A full device: the text is still on the screen.
  }
  void device()
    .then(({ meta }) => meta.put({ key: PREFIX + name, value: kept }))
    .catch(() => undefined)
}

/** It was sent, or given up: an empty one takes its place, so that no older copy comes back. */
export function deleteDraft(name: string) {
  saveDraft(name, { text: '', spoiler: false }, null)
}

/** Those nobody came back to, and the empty ones that stand for what was sent, go after a while; so does what cannot be read. */
export async function deleteExpiredDrafts(): Promise<void> {
  const isOld = (raw: unknown) => clock.now() - (parse(raw)?.at ?? 0) > DRAFT_LIFETIME
  for (const name of quickNames()) if (isOld(readQuick(name.slice(PREFIX.length)))) storage()?.removeItem(name)
  const { meta } = await device()
  await meta
    .where('key')
    .startsWith(PREFIX)
    .and(({ value }) => isOld(value))
    .delete()
}

/** Nothing that was typed stays on the device. */
export async function deleteAllDrafts(): Promise<void> {
  for (const name of quickNames()) storage()?.removeItem(name)
  const { meta } = await device()
  await meta.where('key').startsWith(PREFIX).delete()
}

/** As much of localStorage as is used here: the worker has none, and no name for it. */
interface QuickStore {
  length: number
  key(at: number): string | null
  getItem(name: string): string | null
  setItem(name: string, value: string): void
  removeItem(name: string): void
}

/** All of them in localStorage, as they are called there. */
function quickNames(): string[] {
  const kept = storage()
  return Array.from({ length: kept?.length ?? 0 }, (_, at) => kept?.key(at) ?? '').filter((name) =>
    name.startsWith(PREFIX),
  )
}

function parse(raw: unknown): StoredDraft | undefined {
  const read = v.safeParse(StoredDraft, raw)
  return read.success ? read.output : undefined
}

function readQuick(name: string): unknown {
  try {
    return JSON.parse(storage()?.getItem(PREFIX + name) ?? 'null')
  } catch {
    return undefined
  }
}

/** Nothing in the worker, and where the browser forbids it. */
function storage(): QuickStore | undefined {
  try {
    return (globalThis as { localStorage?: QuickStore }).localStorage
  } catch {
    return undefined
  }
}
