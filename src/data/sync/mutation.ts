import { v7 as uuid } from 'uuid'
import * as v from 'valibot'
import { keep } from '#data/database/durableWrite.ts'
import type { Entry } from '#data/database/outboxEntry.ts'
import { type BaseTable, type PersonalDatabase, personal } from '#data/database/personal.ts'
import { askToPersist } from '#data/database/storageQuota.ts'
import type { Ask } from '#data/network/call.ts'
import { clock } from '#data/platform/clock.ts'
import { enqueue, replaceEntry, type Wish } from './enqueue.ts'
import { migrateEntry, type Steps } from './migrate.ts'

/** When and under which key a change was made. */
type Tap = Pick<Entry, 'createdAt' | 'key'>

/** What the server answered to a change; `seq`: its place in the outbox. */
export interface Answered<Reply> {
  reply: Reply
  seq: number
}

/** How answers are written into the base tables, inside the transaction that deletes the entries: one by one, or all in one go. */
type Storing<Input, Reply> =
  | {
      store: (
        database: PersonalDatabase,
        reply: Reply,
        input: Input,
        tap: Tap & Pick<Entry, 'seq'>,
      ) => PromiseLike<unknown>
      storeAll?: undefined
    }
  | { store?: undefined; storeAll: (database: PersonalDatabase, answers: Answered<Reply>[]) => PromiseLike<unknown> }

type Sketch<Asked, Input, View, Reply> = Wishing<Asked, Input, View, Reply> & Storing<Input, Reply>

interface Wishing<Asked, Input, View, Reply> {
  kind: string
  /** Format of the payload; an older one is brought up by `steps`, a newer one is held, not guessed at. */
  formatVersion: number
  steps?: Steps
  input: v.GenericSchema<Asked, Input>
  /** The lane: changes of one entity go out one after the other. A creation has its own. */
  entity: (input: Input, key: string) => string
  /** The name of the thing, for the person. */
  label: (input: Input) => string
  /** What this device shows once this is done, as far as it can tell. Pure. */
  apply: (view: View, input: Input, tap: Tap) => View
  /** The call, as data: made by itself or inside a batch. */
  request: (input: Input, tap: Tap) => Ask<Reply>
  /** The base tables that an answer is written into. */
  tables: readonly BaseTable[]
  /** For a wish that something be gone, "not found" means that it is done: what the base is then. */
  gone?: (database: PersonalDatabase, input: Input, seq: number) => PromiseLike<unknown>
  /** Whether this is such a wish. */
  isOff?: (input: Input) => boolean
  /** A desired state: whether the base already is what is wished, nothing that waits being about to change it. */
  already?: (database: PersonalDatabase, input: Input) => Promise<boolean>
  /** Something new: never in the place of another, dropped only while it was never attempted; its key is for ever. */
  isCreation?: boolean
  /**
   * A state that only grows: what a new change makes of an earlier one that still waits, so that the new one can take
   * its place; nothing when it cannot. `madeAt`: when the earlier one was made.
   */
  merge?: (earlier: Input, next: Input, madeAt: number) => Input | undefined
  /** Waits this long for more of its lane before it goes, in ms. */
  window?: (input: Input) => number
  /** The text in it, to be copied or edited, and the name of the draft it came from. */
  draft?: (input: Input) => NamedDraft
}

/** A kind of change: call it to make one. The rest is for the engine and for the folds of the area. */
export interface Mutation<Asked, Input, View> extends Kind {
  (input: Asked): Promise<void>
  /** Several at once: all of them are kept, or none. */
  many: (inputs: Asked[]) => Promise<void>
  /** Puts another in the place of one that was never sent, or has failed; false when it is too late for that. */
  revise: (key: string, change: (input: Input) => Input) => Promise<boolean>
  /** What an entry of this kind wishes; nothing when nobody can read it. */
  read: (entry: Entry) => Input | undefined
  /** `view` with a waiting entry laid over it. */
  fold: (view: View, entry: Entry) => View
  /** As `fold`, for whoever has read the entry already. */
  apply: (view: View, input: Input, tap: Tap) => View
}

/** What the engine needs of a kind of change, whatever its input and answer are. */
export interface Kind {
  kind: string
  formatVersion: number
  steps: Steps
  isCreation: boolean
  tables: readonly BaseTable[]
  canRead: (entry: Entry) => boolean
  request: (entry: Entry) => Ask<unknown>
  /** To be called with what `request` was answered, of each, inside a transaction over `tables`. */
  store: (database: PersonalDatabase, answered: { reply: unknown; entry: Entry }[]) => Promise<unknown>
  gone: (database: PersonalDatabase, entry: Entry) => Promise<unknown>
  isOff: (entry: Entry) => boolean
  draft: (entry: Entry) => NamedDraft | undefined
}

/** A text given back to be edited: as `drafts.ts` keeps it, under the name its form looks for. */
export interface NamedDraft {
  name: string
  text: string
  spoiler: boolean
  /** where the form is */
  path: string
  /** the same for people, to be copied */
  copy: string
}

/**
 * Declares a kind of change (sync page, "Coalescing"). Making one writes the outbox entry in one transaction and
 * resolves when that is committed. Throws `SignedOut`, `NotKept`.
 */
export function mutation<Asked, Input, View, Reply>(
  sketch: Sketch<Asked, Input, View, Reply>,
): Mutation<Asked, Input, View> {
  const { kind, formatVersion, steps = {}, isCreation = false, tables } = sketch

  async function many(inputs: Asked[]) {
    const wishes = inputs.map((input) => v.parse(sketch.input, input))
    const database = await personal()
    await keep(database, () => enqueue(database, tables, wishes.map(wishOf), clock.now()))
    void askToPersist()
  }

  async function revise(key: string, change: (input: Input) => Input): Promise<boolean> {
    const database = await personal()
    return keep(database, () =>
      replaceEntry(database, tables, key, (entry) => {
        const input = readEntry(entry)
        return input && wishOf(v.parse(sketch.input, change(input)))
      }),
    )
  }

  function wishOf(input: Input): Wish {
    const key = uuid()
    const { already, merge } = sketch
    let wished = input
    return {
      key,
      kind,
      formatVersion,
      isCreation,
      entity: sketch.entity(input, key),
      payload: () => wished,
      label: sketch.label(input),
      window: sketch.window?.(input) ?? 0,
      already: already && ((database) => already(database, wished)),
      takeIn:
        merge &&
        ((earlier) => {
          const read = readEntry(earlier)
          const merged = read === undefined ? undefined : merge(read, wished, earlier.createdAt)
          if (merged !== undefined) wished = merged
          return merged !== undefined
        }),
    }
  }

  function readEntry(entry: Entry): Input | undefined {
    const read = v.safeParse(sketch.input, migrateEntry(entry, { formatVersion, steps })?.payload)
    return read.success ? read.output : undefined
  }

  function mustRead(entry: Entry): Input {
    const read = readEntry(entry)
    if (read === undefined) throw new Error(`outbox: ${kind} ${entry.seq} cannot be read`)
    return read
  }

  return Object.assign((input: Asked) => many([input]), {
    many,
    revise,
    kind,
    formatVersion,
    steps,
    isCreation,
    tables,
    read: readEntry,
    canRead: (entry: Entry) => readEntry(entry) !== undefined,
    fold(view: View, entry: Entry) {
      const input = readEntry(entry)
      return input === undefined ? view : sketch.apply(view, input, entry)
    },
    apply: sketch.apply,
    request: (entry: Entry) => sketch.request(mustRead(entry), entry),
    async store(database: PersonalDatabase, answered: { reply: unknown; entry: Entry }[]) {
      // They were parsed by the schema of the call that this kind itself asked for.
      const replies = answered.map(({ reply, entry }) => ({ reply: reply as Reply, seq: entry.seq }))
      if (sketch.storeAll) await sketch.storeAll(database, replies)
      else for (const { reply, entry } of answered) await sketch.store(database, reply as Reply, mustRead(entry), entry)
    },
    async gone(database: PersonalDatabase, entry: Entry) {
      await sketch.gone?.(database, mustRead(entry), entry.seq)
    },
    isOff(entry: Entry) {
      const input = readEntry(entry)
      return input !== undefined && (sketch.isOff?.(input) ?? false)
    },
    draft(entry: Entry) {
      const input = readEntry(entry)
      return input === undefined ? undefined : sketch.draft?.(input)
    },
  })
}
