import * as v from 'valibot'
import { clock } from '#data/platform/clock.ts'
import { ignoring, STORAGE_ERRORS } from '#data/platform/ignoring.ts'
import { localItems } from '#data/platform/webStorage.ts'
import { device } from './device.ts'

const PREFIX = 'parde-draft:'
/** Unused drafts are deleted after this long, in ms (30 days). */
const DRAFT_LIFETIME = 30 * 86_400_000

const StoredDraft = v.object({
  text: v.string(),
  spoiler: v.fallback(v.boolean(), false),
  /** The user's id; null for a guest's draft, which the next user to sign in continues. */
  owner: v.nullable(v.number()),
  at: v.number(),
})
type StoredDraft = v.InferOutput<typeof StoredDraft>

/** Text that was typed and not sent. */
export interface Draft {
  text: string
  spoiler: boolean
}

/**
 * Returns the draft of this name if it belongs to `owner` (null: a guest). Drafts are stored twice: localStorage
 * survives a reload, IndexedDB survives a browser crash, which loses localStorage's last seconds. The newer copy wins;
 * an empty draft counts as none.
 */
export async function readDraft(name: string, owner: number | null): Promise<Draft | undefined> {
  const { meta } = await device()
  const durable = parse((await meta.get(`${PREFIX}${name}`).catch(ignoring(...STORAGE_ERRORS)))?.value)
  const quick = parse(readQuick(name))
  const stored = quick && quick.at >= (durable?.at ?? 0) ? quick : durable
  if (!stored || stored.text === '' || clock.now() - stored.at > DRAFT_LIFETIME) return undefined
  return stored.owner === null || stored.owner === owner ? { text: stored.text, spoiler: stored.spoiler } : undefined
}

/** Stores a draft. Without storage it lives as long as the page. */
export function saveDraft(name: string, { text, spoiler }: Draft, owner: number | null) {
  const stored: StoredDraft = { text, spoiler, owner, at: clock.now() }
  localItems.set(`${PREFIX}${name}`, JSON.stringify(stored))
  void device()
    .then(({ meta }) => meta.put({ key: `${PREFIX}${name}`, value: stored }))
    .catch(ignoring(...STORAGE_ERRORS))
}

/** Writes an empty draft, so that an older copy cannot come back. */
export function deleteDraft(name: string) {
  saveDraft(name, { text: '', spoiler: false }, null)
}

/** Deletes expired, emptied and unreadable drafts. */
export async function deleteExpiredDrafts(): Promise<void> {
  const isOld = (raw: unknown) => clock.now() - (parse(raw)?.at ?? 0) > DRAFT_LIFETIME
  for (const name of quickNames()) if (isOld(readQuick(name.slice(PREFIX.length)))) localItems.remove(name)
  const { meta } = await device()
  await meta
    .where('key')
    .startsWith(PREFIX)
    .and(({ value }) => isOld(value))
    .delete()
}

/** The localStorage keys of all drafts. */
function quickNames(): string[] {
  return localItems.allKeys().filter((name) => name.startsWith(PREFIX))
}

function parse(raw: unknown): StoredDraft | undefined {
  const read = v.safeParse(StoredDraft, raw)
  return read.success ? read.output : undefined
}

function readQuick(name: string): unknown {
  try {
    return JSON.parse(localItems.get(`${PREFIX}${name}`) ?? 'null')
  } catch (failure) {
    return ignoring('SyntaxError')(failure)
  }
}
