import { readFile } from 'node:fs/promises'
import { type ImportResult, importCatalogue } from '#server/catalogue/import/importCatalogue.ts'
import type { ImportedFolder } from '#server/catalogue/import/importPictures.ts'
import { type CatalogueFormat, readRecords } from '#server/catalogue/import/readRecords.ts'
import type { Connection } from '#server/database/connect.ts'

type Imported = Omit<ImportResult, 'refused'> & { refused: { line: number; reason: string }[] }

/** Imports the text of a catalogue file, or records as an NDJSON file. Returns the refused rows instead of their number. */
export async function importRecords(
  connection: Connection,
  content: string | readonly object[],
  {
    format = 'ndjson',
    dryRun = false,
    now = new Date(),
    folder,
    mayUseTmdb = true,
  }: { format?: CatalogueFormat; dryRun?: boolean; now?: Date; folder?: ImportedFolder; mayUseTmdb?: boolean } = {},
): Promise<Imported> {
  const text = typeof content === 'string' ? content : content.map((record) => JSON.stringify(record)).join('\n')
  const refused: Imported['refused'] = []
  const result = await importCatalogue(connection, readRecords(new Blob([text]).stream(), format), {
    dryRun,
    folder,
    mayUseTmdb,
    clock: () => now,
    onRefused: (row) => refused.push(row),
    onProgress: () => undefined,
  })
  return { ...result, refused }
}

/** Reads the rows of an NDJSON file. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into rows freely
export async function readRows(file: string): Promise<any[]> {
  const text = await readFile(file, 'utf8')
  return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]))
}
