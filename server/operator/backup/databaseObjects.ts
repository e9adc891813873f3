import { sql } from 'drizzle-orm'
import type { Database } from '#server/database/connect.ts'

/** The largest number that JavaScript represents exactly, with all numbers below it. */
const EXACT_MAX = Number.MAX_SAFE_INTEGER

export interface Table {
  name: string
  /** the columns that are stored, not computed */
  columns: string[]
}

/** Lists the tables of the schema `public`, by name. */
export async function listTables(database: Database): Promise<Table[]> {
  const { rows } = await database.execute<{ name: string; columns: string[] }>(sql`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class as c
    join pg_attribute as a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    group by c.relname order by c.relname`)
  return rows
}

export interface Sequence {
  name: string
  /** the last number given; null if none was */
  last: number | null
  /** whether its numbers may become as large as JavaScript allows */
  isWide: boolean
}

/** Lists the sequences of the schema `public`, by name. */
export async function listSequences(database: Database): Promise<Sequence[]> {
  const { rows } = await database.execute<{ name: string; last: string | number | null; isWide: boolean }>(sql`
    select sequencename as name, last_value as last, max_value >= ${EXACT_MAX}::bigint as "isWide"
    from pg_sequences where schemaname = 'public' order by sequencename`)
  return rows.map(({ last, ...sequence }) => ({ ...sequence, last: last === null ? null : Number(last) }))
}

/** A foreign key and the text that creates it. */
export interface ForeignKey {
  table: string
  name: string
  definition: string
}

/** Lists the foreign keys of the schema `public`. */
export async function listForeignKeys(database: Database): Promise<ForeignKey[]> {
  const { rows } = await database.execute<{ table: string; name: string; definition: string }>(sql`
    select c.relname as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint as k join pg_class as c on c.oid = k.conrelid
    where k.contype = 'f' and k.connamespace = 'public'::regnamespace order by 1, 2`)
  return rows
}
