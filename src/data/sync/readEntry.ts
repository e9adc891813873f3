import * as v from 'valibot'
import { OutboxEntry } from '#data/database/outboxEntry.ts'
import type { KindOf } from './kindLookup.ts'

/** Why an entry is set aside; nothing when it is in order, or of a kind that a later version will know how to read. */
export function unreadableReason(raw: unknown, userId: number, kindOf: KindOf): string | undefined {
  const read = v.safeParse(OutboxEntry, raw)
  if (!read.success)
    return v.flatten(read.issues).nested ? `entry: ${JSON.stringify(v.flatten(read.issues).nested)}` : 'entry'
  if (read.output.userId !== userId) return 'entry of another person'
  const kind = kindOf(read.output)
  return kind && !kind.canRead(read.output) ? `payload of ${read.output.kind}` : undefined
}
