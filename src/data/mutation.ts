import { v7 as uuid } from 'uuid'
import * as v from 'valibot'
import type { Schema } from '#contract/endpoint.ts'
import type { CallOptions } from './call.ts'
import { clock } from './clock.ts'
import { note } from './journal.ts'
import { keep } from './keep.ts'
import { type Entry, type PersonalDatabase, personal } from './personal.ts'

export interface Versioned {
  /** the server's per-person version of the row */
  version: number
}

interface Sketch<Input, Row extends Versioned, Reply> {
  kind: string
  /** Format of the payload; entries of another format are held, not guessed at. */
  formatVersion: number
  input: Schema<Input>
  /** The base table this changes. */
  table: 'watchlist' | 'likes'
  rowKey: (input: Input) => number
  /** The lane: changes of one entity go out one after the other. */
  entity: (input: Input) => string
  /** The name of the thing, for the person. */
  label: (input: Input) => string
  /** What the row is once this is done, as far as this device can tell; nothing when it is gone. Pure. */
  apply: (row: Row | undefined, input: Input, entry: Pick<Entry, 'createdAt'>) => Row | undefined
  /** Whether the row already is what is wished. */
  already: (row: Row | undefined, input: Input) => boolean
  /** Whether the wish is that something be gone: then "not found" means that it is done. */
  isOff: (input: Input) => boolean
  send: (input: Input, options: CallOptions) => Promise<Reply>
  /** The row as the server's answer has it. */
  row: (reply: Reply) => Row
}

/** A kind of change: call it to make one. `fold` and `deliver` are for the engine. */
export interface Mutation<Input, Row extends Versioned> {
  (input: Input): Promise<void>
  kind: string
  formatVersion: number
  table: 'watchlist' | 'likes'
  /** `row` with a waiting entry laid over it. */
  fold: (row: Row | undefined, entry: Entry) => Row | undefined
  /** Sends an entry; answers the key and the row to keep. */
  deliver: (entry: Entry, options: CallOptions) => Promise<Row>
  isOff: (entry: Entry) => boolean
  rowKeyOf: (entry: Entry) => number
  entityOf: (input: Input) => string
}

/**
 * Declares a change that says what should be (sync page, "Coalescing"). Making one writes the outbox entry in one
 * transaction: it takes the place of every earlier wish for the same entity, with a new key and a new place in the
 * order; an entry is never rewritten. Resolves when committed. Throws `SignedOut`, `NotKept`.
 */
export function mutation<Input, Row extends Versioned, Reply>(sketch: Sketch<Input, Row, Reply>): Mutation<Input, Row> {
  async function make(input: Input) {
    const wish = v.parse(sketch.input, input)
    const database = await personal()
    await keep(database, () => enqueue(database, sketch, wish))
  }
  return Object.assign(make, {
    kind: sketch.kind,
    formatVersion: sketch.formatVersion,
    table: sketch.table,
    fold(row: Row | undefined, entry: Entry) {
      const read = v.safeParse(sketch.input, entry.payload)
      return read.success ? sketch.apply(row, read.output, entry) : row
    },
    async deliver(entry: Entry, options: CallOptions) {
      return sketch.row(await sketch.send(v.parse(sketch.input, entry.payload), options))
    },
    isOff(entry: Entry) {
      const read = v.safeParse(sketch.input, entry.payload)
      return read.success && sketch.isOff(read.output)
    },
    rowKeyOf: (entry: Entry) => sketch.rowKey(v.parse(sketch.input, entry.payload)),
    entityOf: sketch.entity,
  })
}

async function enqueue<Input, Row extends Versioned, Reply>(
  database: PersonalDatabase,
  sketch: Sketch<Input, Row, Reply>,
  input: Input,
) {
  const { outbox, journal } = database
  const base = database.table<Row, number>(sketch.table)
  await database.transaction('rw', outbox, base, journal, async () => {
    const entity = sketch.entity(input)
    const earlier = await outbox.where('entity').equals(entity).toArray()
    await outbox.bulkDelete(earlier.map((entry) => entry.seq))
    const now = clock.now()
    const attempted = earlier.some((entry) => entry.attempts > 0 || entry.status === 'sending')
    if (!attempted && sketch.already(await base.get(sketch.rowKey(input)), input)) {
      await note(database, 'unneeded', entity, now)
      return
    }
    await outbox.add(newEntry(database.userId, sketch, input, now))
    await note(database, earlier.length > 0 ? 'superseded' : 'queued', entity, now)
  })
}

function newEntry<Input, Row extends Versioned, Reply>(
  userId: number,
  sketch: Sketch<Input, Row, Reply>,
  input: Input,
  now: number,
): Omit<Entry, 'seq'> {
  return {
    key: uuid(),
    formatVersion: sketch.formatVersion,
    userId,
    kind: sketch.kind,
    entity: sketch.entity(input),
    payload: input,
    label: sketch.label(input),
    createdAt: now,
    attempts: 0,
    refusals: 0,
    failingSince: null,
    nextAt: 0,
    leaseUntil: 0,
    leaseBy: null,
    status: 'queued',
    lastError: null,
  }
}
