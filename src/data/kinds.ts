import type { Mutation, Versioned } from './mutation.ts'
import type { Entry } from './personal.ts'
import { setLiked } from './reactions.ts'
import { setSaved } from './watchlist.ts'

/** What the engine needs of a kind of change, whatever its input and rows are. */
export type Kind = Pick<
  Mutation<never, Versioned>,
  'kind' | 'formatVersion' | 'table' | 'deliver' | 'isOff' | 'rowKeyOf'
>

/** Every kind of change this version knows. A new one is one line here. */
const kinds: Kind[] = [setSaved, setLiked]

/** The kind of an entry; nothing when it is of a kind or a format that this version does not know. */
export function kindOf(entry: Entry): Kind | undefined {
  return kinds.find((kind) => kind.kind === entry.kind && kind.formatVersion === entry.formatVersion)
}
