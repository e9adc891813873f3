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

/** Time and key of a mutation. */
type EntryStamp = Pick<OutboxEntry, 'createdAt' | 'key'>

/** The server's answer to a mutation, with the entry's `seq`. */
export interface Acknowledgement<Reply> {
  reply: Reply
  seq: number
}

/**
 * Stores answers in the base tables, in the transaction that deletes the entries: one at a time, or all of them
 * together.
 */
type StoreReply<Input, Reply> =
  | {
      store: (
        database: PersonalDatabase,
        reply: Reply,
        input: Input,
        stamp: EntryStamp & Pick<OutboxEntry, 'seq'>,
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
  /** Version of the payload format. `steps` migrate an older payload; entries of a newer format are held. */
  formatVersion: number
  steps?: Steps
  input: v.GenericSchema<Asked, Input>
  /** The lane: entries of one entity are sent in order. Each creation has its own lane. */
  entity: (input: Input, key: string) => string
  /** Display name of the target. */
  label: (input: Input) => string
  /** The pending overlay: what the view shows once the mutation is applied. Pure. */
  apply: (view: View, input: Input, stamp: EntryStamp) => View
  /** Builds the request. It is sent alone or inside a batch. */
  request: (input: Input, stamp: EntryStamp) => ApiRequest<Reply>
  /** Base tables that an answer is stored in. */
  tables: readonly BaseTable[]
  /** Stores a removal that the server answered with "not found", which acknowledges it. */
  gone?: (database: PersonalDatabase, input: Input, seq: number) => PromiseLike<unknown>
  /** Whether the mutation removes something. */
  isOff?: (input: Input) => boolean
  /** Stores the change on this device alone, where the server lacks the call (docs/backend.md#optional-calls). */
  storeLocally?: (database: PersonalDatabase, input: Input, apply: (view: View) => View) => PromiseLike<unknown>
  /** Whether the base rows already have the desired state, and no pending entry would change it. */
  isSatisfied?: (database: PersonalDatabase, input: Input) => Promise<boolean>
  /** A creation supersedes nothing, can be discarded only while never attempted, and keeps its key for good. */
  isCreation?: boolean
  /**
   * Merges an earlier pending mutation of a monotonic state into the new one, which then supersedes it. Returns
   * undefined when that is impossible. `madeAt`: creation time of the earlier one.
   */
  merge?: (earlier: Input, next: Input, madeAt: number) => Input | undefined
  /**
   * Delivered mutations with the same slot replace each other: sending the last one again is enough. By default those of
   * one kind and lane; undefined for one that stands for itself, as every creation does.
   */
  slot?: (input: Input) => string | undefined
  /** Coalescing window: how long the entry waits for later ones of its lane, in ms. */
  window?: (input: Input) => number
  /** The text to copy or edit, with the name of its draft. */
  draft?: (input: Input) => NamedDraft | undefined
}

/**
 * A mutation kind; call it to enqueue a mutation. `read`, `applyEntry` and `apply` are for the merged views of the
 * area.
 */
export interface Mutation<Asked, Input, View> extends MutationKind {
  (input: Asked): Promise<void>
  /** Enqueues all of the mutations or none. */
  many: (inputs: Asked[]) => Promise<void>
  /** Replaces an entry that was never sent or has failed. Returns false when it is too late. */
  revise: (key: string, change: (input: Input) => Input) => Promise<boolean>
  /** Parses an entry's payload; undefined when the schema does not accept it. */
  read: (entry: OutboxEntry) => Input | undefined
  /** Applies a pending entry to a view. */
  applyEntry: (view: View, entry: OutboxEntry) => View
  /** Applies a payload that is already parsed. */
  apply: (view: View, input: Input, stamp: EntryStamp) => View
}

/** The part of a mutation kind that the sync engine uses. */
export interface MutationKind {
  kind: string
  formatVersion: number
  steps: Steps
  isCreation: boolean
  tables: readonly BaseTable[]
  /** Parses an entry's payload; undefined when the schema does not accept it. */
  read: (entry: OutboxEntry) => unknown
  request: (parsed: ParsedInput) => ApiRequest<unknown>
  /** Stores answers. Call inside a transaction over `tables`. */
  store: (database: PersonalDatabase, answered: (ParsedInput & { reply: unknown })[]) => Promise<unknown>
  gone: (database: PersonalDatabase, parsed: ParsedInput) => Promise<unknown>
  isOff: (input: unknown) => boolean
  /** Stores a change on this device alone; undefined for a kind that the server has to know. */
  storeLocally: ((database: PersonalDatabase, parsed: ParsedInput) => PromiseLike<unknown>) | undefined
  slot: (parsed: ParsedInput) => string
  draft: (entry: OutboxEntry) => NamedDraft | undefined
}

/** An entry with its payload as parsed by `read` of the same kind. */
interface ParsedInput {
  entry: OutboxEntry
  input: unknown
}

/** A draft that an entry's text is moved back into. */
export interface NamedDraft {
  name: string
  text: string
  spoiler: boolean
  /** Path of the screen with the form. */
  path: string
  /** The text as shown to the user, for copying. */
  copy: string
}

/**
 * Declares a mutation kind (docs/sync.md#coalescing). Calling it writes the outbox entry in one transaction and
 * resolves on commit. Throws `SignedOut` and `NotStored`.
 */
export function mutation<Asked, Input, View, Reply>(
  definition: MutationDefinition<Asked, Input, View, Reply>,
): Mutation<Asked, Input, View> {
  const { kind, formatVersion, steps = {}, isCreation = false, tables, storeLocally } = definition

  async function many(inputs: Asked[]) {
    const parsed = inputs.map((input) => v.parse(definition.input, input))
    const database = await personalDatabase()
    await durableWrite(database, () => enqueue(database, tables, parsed.map(draftOf), clock.now()))
    void requestPersistence()
  }

  async function revise(key: string, change: (input: Input) => Input): Promise<boolean> {
    const database = await personalDatabase()
    return durableWrite(database, () =>
      replaceEntry(database, tables, key, (entry) => {
        const input = readEntry(entry)
        return input && draftOf(v.parse(definition.input, change(input)))
      }),
    )
  }

  function draftOf(input: Input): MutationDraft {
    const key = uuid()
    const { isSatisfied, merge } = definition
    let payload = input
    return {
      key,
      kind,
      formatVersion,
      isCreation,
      entity: definition.entity(input, key),
      payload: () => payload,
      label: definition.label(input),
      window: definition.window?.(input) ?? 0,
      isSatisfied: isSatisfied && ((database) => isSatisfied(database, payload)),
      absorb:
        merge &&
        ((earlier) => {
          const read = readEntry(earlier)
          const merged = read === undefined ? undefined : merge(read, payload, earlier.createdAt)
          if (merged !== undefined) payload = merged
          return merged !== undefined
        }),
    }
  }

  function readEntry(entry: OutboxEntry): Input | undefined {
    const read = v.safeParse(definition.input, migrateEntry(entry, { formatVersion, steps })?.payload)
    return read.success ? read.output : undefined
  }

  /** The engine passes back the value that `readEntry` returned. */
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
      return input === undefined ? view : definition.apply(view, input, entry)
    },
    apply: definition.apply,
    request: ({ entry, input }: ParsedInput) => definition.request(own(input), entry),
    async store(database: PersonalDatabase, answered: (ParsedInput & { reply: unknown })[]) {
      // The replies were parsed by the schema of this kind's own request.
      const replies = answered.map(({ reply, entry }) => ({ reply: reply as Reply, seq: entry.seq }))
      if (definition.storeAll) await definition.storeAll(database, replies)
      else
        for (const { reply, entry, input } of answered)
          await definition.store(database, reply as Reply, own(input), entry)
    },
    async gone(database: PersonalDatabase, { entry, input }: ParsedInput) {
      await definition.gone?.(database, own(input), entry.seq)
    },
    storeLocally:
      storeLocally &&
      ((database: PersonalDatabase, { entry, input }: ParsedInput) =>
        storeLocally(database, own(input), (view) => definition.apply(view, own(input), entry))),
    isOff: (input: unknown) => definition.isOff?.(own(input)) ?? false,
    slot({ entry, input }: ParsedInput) {
      const slot = isCreation ? undefined : definition.slot ? definition.slot(own(input)) : ''
      return slot === undefined ? entry.key : `${kind}:${entry.entity}:${slot}`
    },
    draft(entry: OutboxEntry) {
      const input = readEntry(entry)
      return input === undefined ? undefined : definition.draft?.(input)
    },
  })
}
