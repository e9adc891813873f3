import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { identityOf } from '#server/catalogue/import/importRecords.ts'
import { linesOf, parseRecord } from '#server/catalogue/import/readRecords.ts'
import { isExpired } from '#server/catalogue/titleSources.ts'
import { CommandError } from '#server/operator/command.ts'
import { parseJson } from '#server/platform/parseJson.ts'
import type { SourceTitle } from './sourceRows.ts'

/** The NDJSON file that a source writes. */
export interface SourceOutput {
  /** Whether the file has the title. */
  hasTitle(imdb: string): boolean
  /** Appends a title, after those of its people that the file lacks. Returns why it cannot be imported; undefined if it can. */
  write(entry: SourceTitle): Promise<string | undefined>
  close(): Promise<void>
}

/**
 * Opens a file to append to, so that an interrupted run continues. A line that was cut off is removed. Throws a
 * `CommandError` if the file has anything but rows of a catalogue, or rows that may not be kept any longer.
 */
export async function openSourceOutput(path: string, now: Date): Promise<SourceOutput> {
  const file = await open(path, 'a')
  try {
    const end = await endOfLines(path)
    const written = await identitiesOf(path, end, now)
    await file.truncate(end)
    return {
      hasTitle: (imdb) => written.has(`title ${imdb}`),
      async write({ title, people }) {
        const missing = people.filter(({ key }) => !written.has(`person ${key}`))
        const rows = [...missing, title].map((row) => ({ row, ...parseRecord(row) }))
        const refused = rows.find(({ record }) => !record)
        if (refused) return refused.row === title ? refused.reason : `person ${refused.row.key}: ${refused.reason}`
        await file.appendFile(rows.map(({ row }) => `${JSON.stringify(row)}\n`).join(''))
        for (const { record } of rows) if (record) written.add(identityOf(record))
        return undefined
      },
      close: () => file.close(),
    }
  } catch (error) {
    await file.close()
    throw error
  }
}

/** The position after the last complete line, in bytes. */
async function endOfLines(path: string): Promise<number> {
  let [position, end] = [0, 0]
  for await (const bytes of createReadStream(path) as AsyncIterable<Buffer>) {
    const last = bytes.lastIndexOf('\n')
    if (last >= 0) end = position + last + 1
    position += bytes.length
  }
  return end
}

async function identitiesOf(path: string, end: number, now: Date): Promise<Set<string>> {
  const found = new Set<string>()
  if (end === 0) return found
  let line = 0
  for await (const text of linesOf(createReadStream(path, { end: end - 1 }), { fatal: false })) {
    line++
    if (text === '') continue
    const { record } = parseRecord(parseJson(text))
    if (!record) throw new CommandError(`${path} has other content than rows of a catalogue in line ${line}.`)
    if (record.kind === 'title' && record.source && isExpired(record.source, now))
      throw new CommandError(`${path} has rows older than six months: write a new file.`)
    found.add(identityOf(record))
  }
  return found
}
