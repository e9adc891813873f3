import { createComment } from './comments.ts'
import type { Entry } from './entry.ts'
import { migrateEntry } from './migrate.ts'
import type { Kind } from './mutation.ts'
import { setLiked } from './reactions.ts'
import { setSaved } from './watchlist.ts'

/** Every kind of change this version knows. A new one is one line here. */
export const kinds: Kind[] = [setSaved, setLiked, createComment]

/** The kind of an entry; nothing when it is of a kind or a format that this version does not know. */
export function kindOf(entry: Entry): Kind | undefined {
  return kinds.find((kind) => kind.kind === entry.kind && migrateEntry(entry, kind) !== undefined)
}
