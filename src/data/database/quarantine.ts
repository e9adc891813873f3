import type { Table } from 'dexie'
import { clock } from '#data/platform/clock.ts'
import { recordEvent } from './journal.ts'
import { type PersonalDatabase, personalDatabaseIfSignedIn } from './personal.ts'
import type { QuarantinedRow } from './rows.ts'

/**
 * Moves a row that no schema accepts into `aside`, unchanged, for support. Call inside a transaction over the table,
 * `aside` and `journal`.
 */
export async function quarantine<Key extends string | number>(
  database: PersonalDatabase,
  table: Pick<Table<unknown, Key>, 'name' | 'delete'>,
  key: Key,
  raw: unknown,
  why: string,
) {
  const at = clock.now()
  await database.aside.add({ at, from: table.name, why, raw })
  await table.delete(key)
  await recordEvent(database, 'set aside', `${table.name} ${key}: ${why}`, at)
}

/** Returns the newest rows first. */
async function quarantinedRows(): Promise<QuarantinedRow[]> {
  const database = await personalDatabaseIfSignedIn()
  return database ? database.aside.orderBy('at').reverse().toArray() : []
}

/** Returns the quarantined rows as JSON, to save or to send to support. */
export async function exportQuarantine(): Promise<string> {
  return JSON.stringify(await quarantinedRows(), null, 2)
}

export async function clearQuarantine(): Promise<void> {
  const database = await personalDatabaseIfSignedIn()
  await database?.aside.clear()
}
