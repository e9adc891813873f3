import * as v from 'valibot'
import { importCatalogue } from '#server/catalogue/import/importCatalogue.ts'
import { readRecords } from '#server/catalogue/import/readRecords.ts'
import { CommandError, defineCommand } from '#server/operator/command.ts'

/** `import FILE`: writes the records of a catalogue file (docs/import.md). */
export const importCommand = defineCommand(
  v.strictObject({ format: v.picklist(['ndjson', 'csv']), dryRun: v.boolean() }),
  async ({ connection, clock }, { format, dryRun }, { file, report }) => {
    if (!file) throw new CommandError('import needs a file')
    try {
      return await importCatalogue(connection, readRecords(file, format), {
        dryRun,
        clock,
        onRefused: ({ line, reason }) => report({ refused: { line, reason } }),
        onProgress: (rows) => report({ progress: { rows } }),
      })
    } catch (error) {
      // TextDecoder's error for bytes that are no UTF-8.
      if (error instanceof TypeError && /not valid/.test(error.message)) {
        throw new CommandError('The file is not UTF-8 text. Rows before the damaged place are written.')
      }
      throw error
    }
  },
)
