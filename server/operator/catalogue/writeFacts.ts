import { refusalOf } from '#server/catalogue/import/importCatalogue.ts'
import type { ImportedRecord } from '#server/catalogue/import/importRecords.ts'
import { parseRecord } from '#server/catalogue/import/readRecords.ts'
import { writeBatch } from '#server/catalogue/import/writeBatch.ts'
import type { Database } from '#server/database/connect.ts'
import { CommandError } from '#server/operator/command.ts'

/** The longest facts of a record, in bytes: those of a series with thousands of episodes. */
const FACTS_MAX = 4_000_000

/** Facts by name, as a catalogue file has them. */
export type Facts = Readonly<Record<string, unknown>>

/**
 * Reads the changed facts of a record: the command's file is one JSON object. Throws a `CommandError` for anything else and
 * for a fact that is not among `names`.
 */
export async function readFacts(
  file: ReadableStream<Uint8Array> | undefined,
  names: readonly string[],
): Promise<Facts> {
  const facts = parseObject(await readText(file))
  const unknown = Object.keys(facts).find((name) => !names.includes(name))
  if (unknown === undefined) return facts
  if (['poster', 'backdrop', 'stills', 'portrait'].includes(unknown))
    throw new CommandError(`${unknown}: use parde picture add.`)
  throw new CommandError(`There is no fact ${unknown} to change; there are ${names.join(', ')}.`)
}

async function readText(file: ReadableStream<Uint8Array> | undefined): Promise<string> {
  if (!file) return '{}'
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of file as unknown as AsyncIterable<Uint8Array>) {
    size += part.length
    if (size > FACTS_MAX) throw new CommandError(`The facts have more than ${FACTS_MAX} bytes.`)
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

function parseObject(text: string): Facts {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw new CommandError(`The facts are no JSON: ${error.message.slice(0, 120)}`, { cause: error })
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  throw new CommandError('The facts are no JSON object.')
}

/** Checks a row of a catalogue file. Throws a `CommandError` with the reason why it is refused. */
export function requireRecord(row: Facts): ImportedRecord {
  const { record, reason } = parseRecord(row)
  if (!record) throw new CommandError(reason)
  return record
}

/** Writes a record as an import does. Throws a `CommandError` with the reason why it is refused. */
export async function writeRecord(transaction: Database, record: ImportedRecord, now: Date): Promise<void> {
  try {
    const { refused } = await writeBatch(transaction, [{ line: 1, record, pictures: [] }], now)
    for (const { reason } of refused) throw new CommandError(reason)
  } catch (error) {
    const reason = refusalOf(error)
    throw reason === undefined ? error : new CommandError(reason, { cause: error })
  }
}
