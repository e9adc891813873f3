import { v7 as uuid } from 'uuid'
import * as v from 'valibot'
import { durableWrite } from '#data/database/durableWrite.ts'
import type { OutboxEntry } from '#data/database/outboxEntry.ts'
import { type BaseTable, type PersonalDatabase, personalDatabase } from '#data/database/personal.ts'
import { requestPersistence } from '#data/database/storageQuota.ts'
import type { ApiRequest } from '#data/network/call.ts'
import { clock } from '#data/platform/clock.ts'
import { enqueue, type MutationDraft, replaceEntry } from './enqueue.ts'
import { migrateEntry, type Steps } from './migrate.ts'

/** When and under which key a change was made. */
type EntryStamp = Pick<OutboxEntry, 'createdAt' | 'key'>

/** What the server answered to a change; `seq`: its place in the outbox. */
export interface Acknowledgement<Reply> {
  reply: Reply
  seq: number
}

/** How answers are written into the base tables, inside the transaction that deletes the entries: one by one, or all in one go. */
type StoreReply<Input, Reply> =
  | {
      store: (
        database: PersonalDatabase,
        reply: Reply,
        input: Input,
        tap: EntryStamp & Pick<OutboxEntry, 'seq'>,
      ) => PromiseLike<unknown>
      storeAll?: undefined
    }
  | {
      store?: undefined
      storeAll: (database: PersonalDatabase, answers: Acknowledgement<Reply>[]) => PromiseLike<unknown>
    }

type MutationDefinition<Asked, Input, View, Reply> = MutationBase<Asked, Input, View, Reply> & StoreReply<Input, Reply>

interface MutationBase<Asked, Input, View, Reply> {
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
  apply: (view: View, input: Input, tap: EntryStamp) => View
  /** The call, as data: made by itself or inside a batch. */
  request: (input: Input, tap: EntryStamp) => ApiRequest<Reply>
  /** The base tables that an answer is written into. */
  tables: readonly BaseTable[]
  /** For a wish that something be gone, "not found" means that it is done: what the base is then. */
  gone?: (database: PersonalDatabase, input: Input, seq: number) => PromiseLike<unknown>
  /** Whether this is such a wish. */
  isOff?: (input: Input) => boolean
  /** A desired state: whether the base already is what is wished, nothing that waits being about to change it. */
  isSatisfied?: (database: PersonalDatabase, input: Input) => Promise<boolean>
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
export interface Mutation<Asked, Input, View> extends MutationKind {
  (input: Asked): Promise<void>
  /** Several at once: all of them are kept, or none. */
  many: (inputs: Asked[]) => Promise<void>
  /** Puts another in the place of one that was never sent, or has failed; false when it is too late for that. */
  revise: (key: string, change: (input: Input) => Input) => Promise<boolean>
  /** What an entry of this kind wishes; nothing when nobody can read it. */
  read: (entry: OutboxEntry) => Input | undefined
  /** `view` with a waiting entry laid over it. */
  applyEntry: (view: View, entry: OutboxEntry) => View
  /** As `fold`, for whoever has read the entry already. */
  apply: (view: View, input: Input, tap: EntryStamp) => View
}

/** What the engine needs of a kind of change, whatever its input and answer are. */
export interface MutationKind {
  kind: string
  formatVersion: number
  steps: Steps
  isCreation: boolean
  tables: readonly BaseTable[]
  /** Parses the payload of an entry of this kind; undefined when the schema does not accept it. */
  read: (entry: OutboxEntry) => unknown
  request: (parsed: ParsedInput) => ApiRequest<unknown>
  /** Stores the answers to `request`. Call inside a transaction over `tables`. */
  store: (database: PersonalDatabase, answered: (ParsedInput & { reply: unknown })[]) => Promise<unknown>
  gone: (database: PersonalDatabase, parsed: ParsedInput) => Promise<unknown>
  isOff: (input: unknown) => boolean
  draft: (entry: OutboxEntry) => NamedDraft | undefined
}

/** An entry with its parsed payload. `input` comes from `read` of the same kind. */
interface ParsedInput {
  entry: OutboxEntry
  input: unknown
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
 * resolves when that is committed. Throws `SignedOut`, `NotStored`.
 */
export function mutation<Asked, Input, View, Reply>(
  sketch: MutationDefinition<Asked, Input, View, Reply>,
): Mutation<Asked, Input, View> {
  const { kind, formatVersion, steps = {}, isCreation = false, tables } = sketch

  async function many(inputs: Asked[]) {
    const wishes = inputs.map((input) => v.parse(sketch.input, input))
    const database = await personalDatabase()
    await durableWrite(database, () => enqueue(database, tables, wishes.map(draftOf), clock.now()))
    void requestPersistence()
  }

  async function revise(key: string, change: (input: Input) => Input): Promise<boolean> {
    const database = await personalDatabase()
    return durableWrite(database, () =>
      replaceEntry(database, tables, key, (entry) => {
        const input = readEntry(entry)
        return input && draftOf(v.parse(sketch.input, change(input)))
      }),
    )
  }

  function draftOf(input: Input): MutationDraft {
    const key = uuid()
    const { isSatisfied, merge } = sketch
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
      isSatisfied: isSatisfied && ((database) => isSatisfied(database, wished)),
      absorb:
        merge &&
        ((earlier) => {
          const read = readEntry(earlier)
          const merged = read === undefined ? undefined : merge(read, wished, earlier.createdAt)
          if (merged !== undefined) wished = merged
          return merged !== undefined
        }),
    }
  }

  function readEntry(entry: OutboxEntry): Input | undefined {
    const read = v.safeParse(sketch.input, migrateEntry(entry, { formatVersion, steps })?.payload)
    return read.success ? read.output : undefined
  }

  /** The engine hands back what `readEntry` returned. */
  const own = (input: unknown) => input as Input

  return Object.assign((input: Asked) => many([input]), {
    many,
    revise,
    kind,
    formatVersion,
    steps,
    isCreation,
    tables,
    read: readEntry,
    applyEntry(view: View, entry: OutboxEntry) {
      const input = readEntry(entry)
      return input === undefined ? view : sketch.apply(view, input, entry)
    },
    apply: sketch.apply,
    request: ({ entry, input }: ParsedInput) => sketch.request(own(input), entry),
    async store(database: PersonalDatabase, answered: (ParsedInput & { reply: unknown })[]) {
      // The replies were parsed by the schema of this kind's own request.
      const replies = answered.map(({ reply, entry }) => ({ reply: reply as Reply, seq: entry.seq }))
      if (sketch.storeAll) await sketch.storeAll(database, replies)
      else
        for (const { reply, entry, input } of answered) await sketch.store(database, reply as Reply, own(input), entry)
    },
    async gone(database: PersonalDatabase, { entry, input }: ParsedInput) {
      await sketch.gone?.(database, own(input), entry.seq)
    },
    isOff: (input: unknown) => sketch.isOff?.(own(input)) ?? false,
    draft(entry: OutboxEntry) {
      const input = readEntry(entry)
      return input === undefined ? undefined : sketch.draft?.(input)
    },
  })
}
