import type { Table } from 'dexie'
import * as v from 'valibot'
import { durableStore } from './durableWrite.ts'
import type { BaseTable, PersonalDatabase } from './personal.ts'
import { quarantine } from './quarantine.ts'

/** Rows checked per step, a few milliseconds. */
const CHUNK = 200

const Text = v.optional(v.string())
const Version = v.pipe(v.number(), v.integer())
const Rule = v.object({
  ...{ titleId: v.number(), title: v.looseObject({ id: v.number(), path: v.string() }) },
  ...{ count: v.number(), quality: v.number(), dub: v.optional(v.boolean()), skipped: v.array(v.number()) },
})
const Card = v.looseObject({ id: v.number(), path: v.string(), titleFa: v.string(), genres: v.array(v.unknown()) })

/** The fields that the merged views rely on. Rows were parsed in full when they arrived. */
const SHAPES: Record<BaseTable, v.GenericSchema> = {
  watchlist: v.object({ titleId: v.number(), version: Version, savedAt: Text, title: v.optional(Card) }),
  likes: v.object({ titleId: v.number(), version: Version, liked: v.boolean() }),
  history: v.object({
    ...{ titleId: v.number(), version: Version, watchedAt: Text, title: v.optional(Card) },
    episodes: v.array(v.object({ watchedAt: v.string() })),
  }),
  notifications: v.object({ id: v.string(), version: Version, createdAt: Text, title: Text }),
  requests: v.object({ id: v.number(), version: Version, createdAt: Text, name: Text }),
  comments: v.object({ id: v.number(), version: Version, titleId: v.number(), body: v.string() }),
  commentLikes: v.object({ id: v.number(), version: Version, titleId: v.number(), liked: v.boolean() }),
  commentReports: v.object({ id: v.number(), version: Version, titleId: v.number(), reason: v.nullable(v.string()) }),
  reports: v.object({ key: v.string(), importId: v.string(), at: v.number(), missing: v.array(v.unknown()) }),
  settings: v.object({ key: v.string(), version: Version, muted: v.array(v.string()) }),
}

/**
 * Checks every personal table in small steps and quarantines entries, cursors and rows that no schema accepts. Resets
 * the cursor of a list that lost a row. `entryProblem` names what is wrong with an outbox entry.
 */
export async function checkIntegrity(
  database: PersonalDatabase,
  entryProblem: (raw: unknown) => string | undefined,
): Promise<void> {
  await checkTable(database, database.outbox, entryProblem)
  await checkTable(database, database.delivered, ({ entry }) => entryProblem(entry))
  await checkTable(database, database.meta, ({ key, value }) =>
    key.startsWith('cursor:') && typeof value !== 'string' ? `cursor: ${key}` : undefined,
  )
  await checkTable<unknown, number>(database, database.table('downloadRules'), rowProblem(Rule))
  for (const [name, shape] of Object.entries(SHAPES)) {
    const table = database.table<unknown, string | number>(name)
    const lost = await checkTable(database, table, rowProblem(shape))
    if (lost > 0) await database.meta.delete(`cursor:${name}`)
  }
}

function rowProblem(shape: v.GenericSchema): (raw: unknown) => string | undefined {
  return (raw) => {
    const read = v.safeParse(shape, raw)
    return read.success ? undefined : `row: ${JSON.stringify(v.flatten(read.issues).nested ?? {})}`
  }
}

/** Returns the number of quarantined rows. */
async function checkTable<Row, Key extends string | number>(
  database: PersonalDatabase,
  table: Table<Row, Key>,
  whyBad: (row: Row) => string | undefined,
): Promise<number> {
  let lost = 0
  const keys = await table.toCollection().primaryKeys()
  for (let at = 0; at < keys.length; at += CHUNK) {
    const some = keys.slice(at, at + CHUNK)
    const rows = await table.bulkGet(some)
    const bad = some.filter((_, index) => {
      const row = rows[index]
      return row !== undefined && whyBad(row) !== undefined
    })
    if (bad.length > 0) lost += await quarantineRows(database, table, bad, whyBad)
    // Yields to rendering between steps.
    await new Promise((resolve) => setTimeout(resolve))
  }
  return lost
}

/** Checks each row again inside the transaction: it may have been replaced meanwhile. */
async function quarantineRows<Row, Key extends string | number>(
  database: PersonalDatabase,
  table: Table<Row, Key>,
  keys: Key[],
  whyBad: (row: Row) => string | undefined,
): Promise<number> {
  return durableStore(database, () =>
    database.transaction('rw', table, database.aside, database.journal, async () => {
      let taken = 0
      for (const key of keys) {
        const row = await table.get(key)
        const why = row === undefined ? undefined : whyBad(row)
        if (why === undefined) continue
        await quarantine(database, table, key, row, why)
        taken += 1
      }
      return taken
    }),
  )
}
