import fs, { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkpointIfDue } from '#server/database/checkpoints.ts'
import { connectEmbedded } from '#server/database/connect.ts'

/** Creating a database takes seconds, on a busy machine far longer. In ms. */
const SLOW = 240_000

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'parde-database-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

test(
  'has synced every commit when its statement resolves, also in a new database and after a checkpoint',
  async () => {
    const [folder, copy] = [join(home, 'database'), join(home, 'synced')]
    const stopCopying = copySyncedFiles(home, copy)
    try {
      // Left by a first start that was interrupted.
      mkdirSync(join(home, 'database.new'))
      writeFileSync(join(home, 'database.new', 'PG_VERSION'), '')
      const { database, close } = await connectEmbedded({ folder })
      await database.execute(sql`create table notes (id integer primary key, words text)`)
      for (let id = 1; id <= 10; id++) await database.execute(sql`insert into notes values (${id}, 'words')`)
      await database.execute(sql`checkpoint`)
      for (let id = 11; id <= 20; id++) await database.execute(sql`insert into notes values (${id}, 'words')`)
      stopCopying()
      await close()
    } finally {
      stopCopying()
    }
    const afterPowerCut = await connectEmbedded({ folder: join(copy, 'database') })
    const { rows } = await afterPowerCut.database.execute(sql`select count(*)::integer as count from notes`)
    expect(rows).toEqual([{ count: 20 }])
    await afterPowerCut.close()
  },
  SLOW,
)

test(
  'makes a checkpoint once the log has grown by the limit',
  async () => {
    const client = await PGlite.create()
    const redoOf = async () => (await client.query('select redo_lsn from pg_control_checkpoint()')).rows
    const before = await redoOf()
    await client.exec('create table notes (id integer)')
    await checkpointIfDue(client, 10_000_000)
    expect(await redoOf()).toEqual(before)
    await checkpointIfDue(client, 1000)
    expect(await redoOf()).not.toEqual(before)
    await client.close()
  },
  SLOW,
)

test('refuses a folder with files but without PG_VERSION, and changes nothing in it', async () => {
  const folder = join(home, 'database')
  mkdirSync(join(folder, 'base'), { recursive: true })
  writeFileSync(join(folder, 'base', '1'), 'rows')
  await expect(connectEmbedded({ folder })).rejects.toThrow(/has files but no PG_VERSION.*backup/)
  expect(fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()).toEqual(['base', 'base/1'])
})

/**
 * From now on, copies each file below `from` to `to` when it is synced, and repeats renames, so that `to` is what a power
 * cut would leave. Returns a function that stops it.
 */
function copySyncedFiles(from: string, to: string): () => void {
  const { openSync, fsyncSync, fdatasyncSync, renameSync } = fs
  const { open } = fs.promises
  const paths = new Map<number, string>()
  const inCopy = (path: string) => join(to, relative(from, path))
  const copyOf = (path: string | undefined) => {
    if (path === undefined || relative(from, path).startsWith('..')) return
    if (fs.statSync(path).isDirectory()) return void mkdirSync(inCopy(path), { recursive: true })
    mkdirSync(dirname(inCopy(path)), { recursive: true })
    fs.copyFileSync(path, inCopy(path))
  }
  const set = (functions: Partial<typeof fs>, openFile: typeof open) => {
    Object.assign(fs, functions)
    fs.promises.open = openFile
    syncBuiltinESMExports()
  }
  const functions: Partial<typeof fs> = {
    openSync: (...args) => {
      const handle = openSync(...args)
      paths.set(handle, String(args[0]))
      return handle
    },
    fsyncSync: (handle) => {
      fsyncSync(handle)
      copyOf(paths.get(handle))
    },
    fdatasyncSync: (handle) => {
      fdatasyncSync(handle)
      copyOf(paths.get(handle))
    },
    renameSync: (old, path) => {
      renameSync(old, path)
      if (fs.existsSync(inCopy(String(old)))) renameSync(inCopy(String(old)), inCopy(String(path)))
    },
  }
  set(functions, async (path, ...rest) => {
    const file = await open(path, ...rest)
    const sync = file.sync.bind(file)
    file.sync = async () => {
      await sync()
      copyOf(String(path))
    }
    return file
  })
  return () => set({ openSync, fsyncSync, fdatasyncSync, renameSync }, open)
}
