import * as v from 'valibot'
import { writeBackup } from '#server/operator/backup/writeBackup.ts'
import { defineCommand } from '#server/operator/command.ts'

/** `backup FOLDER`: writes a backup into a new folder of this machine. */
export const backupCommand = defineCommand(
  v.strictObject({ folder: v.string(), films: v.boolean() }),
  async ({ connection, clock, dataDir, storage }, { folder, films }, { report }) => {
    const started = performance.now()
    const { tables, files } = await writeBackup({
      ...{ connection, clock, dataDir, storage, folder, hasFilms: films },
      onProgress: (rows) => report({ progress: { rows } }),
    })
    const bytes = [...tables, ...files].reduce((sum, file) => sum + file.bytes, 0)
    return {
      folder,
      rows: tables.reduce((sum, table) => sum + table.rows, 0),
      files: files.length,
      bytes,
      seconds: Math.round((performance.now() - started) / 100) / 10,
    }
  },
)
