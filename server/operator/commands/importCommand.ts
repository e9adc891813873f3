import { stat } from 'node:fs/promises'
import * as v from 'valibot'
import { importCatalogue } from '#server/catalogue/import/importCatalogue.ts'
import { readRecords } from '#server/catalogue/import/readRecords.ts'
import { CommandError, defineCommand } from '#server/operator/command.ts'
import { openPictureFiles } from '#server/pictures/pictureFiles.ts'
import { ignoring } from '#server/platform/reportError.ts'

/** `import FILE`: writes the records of a catalogue file (docs/import.md). */
export const importCommand = defineCommand(
  v.strictObject({
    format: v.picklist(['ndjson', 'csv']),
    dryRun: v.boolean(),
    /** folder of the pictures that the file names, on the machine of the process that imports */
    images: v.optional(v.string()),
  }),
  async ({ connection, clock, storage, mayUseTmdb }, { format, dryRun, images }, { file, report, audit }) => {
    if (!file) throw new CommandError('import needs a file')
    const files = dryRun ? undefined : openPictureFiles(storage)
    if (images !== undefined && !(await isFolder(images)))
      throw new CommandError(`${images} is no folder that this account can read.`)
    const entry = { subject: 'catalogue', before: null }
    // A killed import has changed what it has written so far.
    if (!dryRun) await audit(connection.database, { ...entry, after: { import: 'started' } })
    try {
      const written = await importCatalogue(connection, readRecords(file, format), {
        dryRun,
        mayUseTmdb,
        folder: images === undefined ? undefined : { images, files },
        clock,
        onRefused: ({ line, reason }) => report({ refused: { line, reason } }),
        onProgress: (rows) => report({ progress: { rows } }),
      })
      if (!dryRun) await audit(connection.database, { ...entry, after: written })
      return written
    } catch (error) {
      // TextDecoder's error for bytes that are no UTF-8.
      if (error instanceof TypeError && /not valid/.test(error.message)) {
        throw new CommandError('The file is not UTF-8 text. Rows before the damaged place are written.')
      }
      throw error
    }
  },
)

async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch(ignoring('looking for a folder of pictures', 'ENOENT', 'ENOTDIR', 'EACCES'))
  return found?.isDirectory() ?? false
}
