import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Connection } from '#server/database/connect.ts'
import { SWEEPS } from '#server/jobs/housekeeping.ts'
import { STORED_PICTURES } from '#server/pictures/pictureFiles.ts'
import { openFolder } from '#server/storage/folderStorage.ts'
import type { Storage } from '#server/storage/storage.ts'
import { FILM_FILE, LIBRARY } from '#server/stream/film.ts'
import { takeDatabase } from '#tests/harness/database/testDatabase.ts'
import { createOperator } from '#tests/harness/fixtures/operatorCommands.ts'
import { databaseKinds } from '#tests/harness/server.ts'

const GODFATHER = 68646

describe.each(databaseKinds)('sweeps of the storage on %s', (kind) => {
  let connection: Connection
  let folder: string
  let storage: Storage
  beforeEach(async () => {
    connection = await takeDatabase(kind)
    folder = await mkdtemp(join(tmpdir(), 'parde-sweeps-'))
    const files = openFolder(folder)
    const old = new Date(Date.now() - 8 * 86_400_000)
    storage = {
      ...files,
      async *list(of) {
        for await (const file of files.list(of)) yield file.key.includes('aged') ? { ...file, changedAt: old } : file
      },
    }
    for (const version of ['agedplayed', 'agedunused', 'unused'])
      await files.write(`${LIBRARY}/${version}/${FILM_FILE}`, Buffer.from('{}'))
    for (const hash of ['agedshown', 'agedunused', 'unused'])
      await files.write(`${STORED_PICTURES}/${hash.slice(0, 2)}/${hash}.webp`, Buffer.from('a picture'))
  })
  afterEach(async () => {
    await connection.close()
    await rm(folder, { recursive: true })
  })

  const sweep = async () => {
    for (const run of Object.values(SWEEPS))
      await run({ database: connection.database, clock: () => new Date(), storage })
  }
  const pictures = async () => {
    const names: string[] = []
    for await (const { key } of storage.list(STORED_PICTURES)) names.push(key.replace(/^.*\/|\.webp$/g, ''))
    return names.toSorted()
  }
  const films = async () => (await storage.folders(LIBRARY)).toSorted()
  const use = async () => {
    await connection.database.execute(sql`
      insert into films (title_id, season, number, version, manifest, added_at) values (${GODFATHER}, 0, 0, 'agedplayed', '{}', now())`)
    await connection.database.execute(sql`
      insert into pictures (kind, title_id, season, number, hash, width, height, bytes, color, created_at)
      values ('poster', ${GODFATHER}, 0, 0, 'agedshown', 10, 10, 9, '#000000', now())`)
  }

  test('delete files that nothing uses a week after they were written', async () => {
    await use()
    await sweep()
    expect(await films()).toEqual(['agedplayed', 'unused'])
    expect(await pictures()).toEqual(['agedshown', 'unused'])
    await sweep()
    expect(await films()).toEqual(['agedplayed', 'unused'])
  })

  test('delete nothing beside a database that names no films and no pictures', async () => {
    await sweep()
    expect(await films()).toEqual(['agedplayed', 'agedunused', 'unused'])
    expect(await pictures()).toEqual(['agedshown', 'agedunused', 'unused'])
  })

  test('leave new pictures to the command, which deletes them at once', async () => {
    await use()
    const send = createOperator({ connection, storage })
    expect((await send('picture-sweep', {})).result).toEqual({ files: 2, bytes: 18 })
    expect(await pictures()).toEqual(['agedshown'])
  })
})
