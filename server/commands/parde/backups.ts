import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Option } from 'commander'
import { type Places, readPlaces } from '#server/config.ts'
import { restoreBackup } from '#server/operator/backup/restoreBackup.ts'
import { openStorage } from '#server/storage/openStorage.ts'
import { handled, print, program, run } from './program.ts'

/** Adds `backup`, `restore` and `move`. */
export function addBackupCommands(): void {
  const filmsOption = () => new Option('--films', 'include the films of the library').default(false)
  program
    .command('backup')
    .description('write a backup of the database, pictures and secrets into a new folder')
    .argument('<folder>', 'the folder to create')
    .addOption(filmsOption())
    .action((folder: string, { films }: { films: boolean }) => run('backup', { folder: resolve(folder), films }))
  program
    .command('restore')
    .description('restore a backup into an empty DATA_DIR, or an empty database of DATABASE_URL')
    .argument('<folder>', 'the folder of the backup')
    .action((folder: string) => restore(resolve(folder), readPlaces(process.env)))
  program
    .command('move')
    .description('copy the embedded database of DATA_DIR into an empty PostgreSQL database')
    .argument('<url>', 'postgres://…')
    .action(async (url: string) => {
      const { dataDir, databaseUrl } = readPlaces(process.env)
      if (databaseUrl !== undefined) program.error('move reads the embedded database: leave DATABASE_URL out.')
      const folder = join(dataDir, `move-${Date.now()}`)
      try {
        await run('backup', { folder, films: false })
        if (process.exitCode === undefined) await restore(folder, readPlaces({ ...process.env, DATABASE_URL: url }))
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    })
}

function restore(folder: string, places: Places): Promise<void> {
  return handled(async () => {
    const storage = await openStorage(places)
    const onProgress = (rows: number) => print({ progress: { rows } })
    const { createdAt, tables, files } = await restoreBackup({
      ...places,
      folder,
      storage,
      clock: () => new Date(),
      onProgress,
    })
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    print({ result: { restored: createdAt, rows, files: files.length } })
  })
}
