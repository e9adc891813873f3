import { appendFile, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { restoreBackup } from '#server/operator/backup/restoreBackup.ts'
import { makeCodes } from '#server/premium/makeCodes.ts'
import { openFolder } from '#server/storage/folderStorage.ts'
import { openStorage } from '#server/storage/openStorage.ts'
import { readWhole } from '#server/storage/storage.ts'
import { createEmptyDatabase } from '#tests/harness/database/testDatabase.ts'
import { backUp, everyRow, newFolder, restoreFolder, restoreInto } from '#tests/harness/fixtures/backups.ts'
import { device, member, server, setUpMember } from '#tests/harness/fixtures/memberDevices.ts'
import { createMutationClient } from '#tests/harness/fixtures/mutationClient.ts'
import { type S3Server, startS3Server } from '#tests/harness/network/s3Server.ts'
import { type Caller, databaseKinds, type Member, startServer } from '#tests/harness/server.ts'

const TIMEOUT = 120_000
const GIFTS = {
  kind: 'gift',
  planId: 1,
  percent: null,
  amount: null,
  uses: 1,
  count: 3,
  expiresAt: null,
  word: null,
} as const

/** The lists and account of a user, as the app reads them. */
const LISTS = ['watchlist', 'history', 'notifications', 'requests', 'notification-settings', 'devices'].map(
  (name) => `/api/user/${name}`,
)

async function listsOf(caller: Caller, titles: number[]): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {}
  const pages = titles.flatMap((id) => [`/api/titles/${id}`, `/api/titles/${id}/topcomments`])
  for (const path of [...LISTS, '/api/user/export', ...pages]) {
    const { status, json } = await caller.get(path)
    answers[path] = { status, json: withoutMoments(json) }
  }
  return answers
}

/** Leaves out what tells when the answer was made, and the user's counter, which a restored server continues higher. */
function withoutMoments(json: unknown): unknown {
  return JSON.parse(JSON.stringify(json), (key, value) => {
    if (key === 'exportedAt' || key === 'usedAt') return undefined
    return key === 'viewer' ? { ...value, version: undefined } : value
  })
}

describe.each(databaseKinds)('a backup of %s', (kind) => {
  setUpMember(kind)
  let folder: string
  let other: Member
  beforeEach(async () => {
    folder = await newFolder()
    other = await server.createUser({ name: 'دیگری' })
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  /** Rows of every kind that users make, with text that JSON and SQL quote. */
  async function fillLists() {
    const titles = await server.titleIds(4)
    const [first = 0, second = 0, third = 0] = titles
    for (const [index, client] of [device, createMutationClient(other)].entries()) {
      for (const id of titles.slice(index)) await client.save(id, true)
      await client.save(third, false)
      await client.like(first, index === 0)
      await client.watch(second, { fileId: null, episodeId: null, position: 61.25, duration: 5400 })
      await client.request({ name: `«جدایی» \\ "${index}"\n`, type: 'movie', year: 2011, note: 'سطر\nدیگر\t\\N' })
      const comment = await client.comment({
        titleId: first,
        body: `خوب بود ${index} \\u0041 'و' "این"`,
        spoiler: false,
      })
      await client.comment({ titleId: first, body: 'پاسخ', spoiler: true, replyTo: comment.json.data.id })
      await client.likeComment(comment.json.data.id, true)
    }
    // The row of the first comment moves behind its reply, which refers to it.
    await server.database.execute(sql`update comments set body = body where reply_to is null`)
    await makeCodes(server.database, GIFTS, server.now())
    return titles
  }

  describe.each(databaseKinds)('restored into %s', (target) => {
    test('has every row, and gives every user the same lists', { timeout: TIMEOUT }, async () => {
      const titles = await fillLists()
      const users = [member, other]
      const before = await Promise.all(users.map((user) => listsOf(user, titles)))
      const rows = await everyRow(server.database)
      const { folder: backup, manifest } = await backUp(server.database, folder)
      const connection = await restoreInto(target, backup)
      const { versions, clearances, ...rest } = await everyRow(connection.database)
      const { versions: _, clearances: __, ...expected } = rows
      expect(Object.keys(rest)).toEqual(Object.keys(expected))
      for (const name of Object.keys(expected)) expect(rest[name], name).toEqual(expected[name])
      expect([versions?.length, clearances?.length]).toEqual([users.length, users.length])
      expect(manifest.tables.find(({ name }) => name === 'comments')?.rows).toBe(rows.comments?.length)
      const restoredServer = await startServer({ connection })
      const after: Record<string, unknown>[] = []
      for (const { token } of users) {
        const caller = restoredServer.createGuest()
        caller.token = token
        after.push(await listsOf(caller, titles))
      }
      expect(after).toEqual(before)
      await restoredServer.close()
    })
  })

  test('continues every number beyond those that the lost database gave', { timeout: TIMEOUT }, async () => {
    await device.request({ name: 'پیش از پشتیبان', type: 'movie' })
    const { folder: backup } = await backUp(server.database, folder)
    const lost = (await device.request({ name: 'گم‌شده', type: 'movie' })).json.data
    const ids = new Set<number>([lost.id])
    const versions = [lost.version]
    // The same backup twice: the numbers of the first restored database are lost as well.
    for (let round = 0; round < 2; round++) {
      const restoredServer = await startServer({ connection: await restoreInto(kind, backup) })
      const caller = restoredServer.createGuest()
      caller.token = member.token
      const { json } = await createMutationClient(caller).request({ name: `تازه ${round}`, type: 'movie' })
      expect(ids.has(json.data.id)).toBe(false)
      ids.add(json.data.id)
      versions.push(json.data.version)
      const user = await restoredServer.createUser()
      expect(user.id).toBeGreaterThan(other.id + 1_000)
      const { rows } = await restoredServer.database.execute<{ next: string }>(
        sql`select nextval('imported_ids') as next`,
      )
      expect(Number(rows[0]?.next)).toBeLessThan(2 ** 31)
      await restoredServer.close()
    }
    expect(versions).toEqual(versions.toSorted((one, next) => one - next))
    expect(new Set(versions).size).toBe(3)
  })

  test.runIf(kind === 'postgres')('is refused by a PostgreSQL database that has data', async () => {
    const { folder: backup } = await backUp(server.database, folder)
    const places = { dataDir: folder, storage: openFolder(folder) }
    const restored = { ...places, folder: backup, databaseUrl: (await createEmptyDatabase()).url }
    const restore = () => restoreBackup({ ...restored, clock: () => new Date(), onProgress: () => undefined })
    await restore()
    await expect(restore()).rejects.toThrow('The database has data')
  })
})

describe.each([
  ['folder', 'bucket'],
  ['bucket', 'folder'],
] as const)('a backup of films and pictures in a %s, restored into a %s,', (from, to) => {
  setUpMember('pglite')
  let folder: string
  let s3: S3Server
  beforeEach(async () => {
    folder = await newFolder()
    s3 = await startS3Server(join(folder, 's3'))
  })
  afterEach(async () => {
    await s3.end()
    await rm(folder, { recursive: true, force: true })
  })

  test('has each file once, and refuses to replace another one', { timeout: TIMEOUT }, async () => {
    const open = (kind: string, dataDir: string) =>
      openStorage({ dataDir, bucket: kind === 'bucket' ? s3.settings : undefined })
    const source = await open(from, folder)
    const files = ['library/abc/480p/0.m4s', 'library/abc/film.json', `pictures/stored/ab/${'ab'.repeat(16)}.webp`]
    for (const key of files) await source.write(key, Buffer.from(key))
    await mkdir(join(folder, 'pictures/posters'), { recursive: true })
    await writeFile(join(folder, 'pictures/posters/tt1.jpg'), 'named by key')
    const { folder: backup, manifest } = await backUp(server.database, folder, { storage: source, hasFilms: true })
    const all = [...files, 'pictures/posters/tt1.jpg'].toSorted()
    expect(manifest.files.map(({ path }) => path).toSorted()).toEqual(all)

    const target = await open(to, join(folder, 'restored'))
    await target.write('library/abc/film.json', Buffer.from('another film'))
    const restore = () => restoreFolder(backup, join(folder, 'restored'), target)
    await expect(restore()).rejects.toThrow('library/abc/film.json exists')
    expect(await target.size('library/abc/480p/0.m4s')).toBeUndefined()
    await target.write('library/abc/film.json', Buffer.from('library/abc/film.json'))
    await restore()
    for (const key of files) expect(Buffer.from((await readWhole(target, key)) ?? []).toString()).toBe(key)
    expect(await readFile(join(folder, 'restored/pictures/posters/tt1.jpg'), 'utf8')).toBe('named by key')
  })
})

describe('a backup of a data folder', () => {
  setUpMember('pglite')
  let folder: string
  afterEach(() => rm(folder, { recursive: true, force: true }))
  const secret = 'a secret of at least thirty-two characters'
  beforeEach(async () => {
    folder = await newFolder()
    for (const path of ['pictures/posters', 'library/abc', 'library/.new', 'media']) {
      await mkdir(join(folder, path), { recursive: true })
    }
    const files = ['pictures/posters/tt1.jpg', 'library/abc/1.mp4', 'library/.new/1.mp4', 'media/rendered']
    for (const path of files) await writeFile(join(folder, path), path)
    await writeFile(join(folder, 'secret'), secret, { mode: 0o600 })
  })
  const backUpHere = (hasFilms = false) => backUp(server.database, folder, { hasFilms })

  test('has the secret for its account alone, and the pictures; films only if asked', async () => {
    const { manifest, folder: backup } = await backUpHere()
    expect(manifest.files.map(({ path }) => path)).toEqual(['secret', 'pictures/posters/tt1.jpg'])
    expect((await stat(backup)).mode & 0o777).toBe(0o700)
    await rm(backup, { recursive: true })
    const withFilms = await backUpHere(true)
    expect(withFilms.manifest.files.map(({ path }) => path)).toContain('library/abc/1.mp4')
    expect(withFilms.manifest.files).toHaveLength(3)
  })

  test('appears complete or not at all', async () => {
    await rm(join(folder, 'secret'))
    // Reading a folder as a file fails after the rows were written.
    await mkdir(join(folder, 'secret'))
    await expect(backUpHere()).rejects.toThrow(/EISDIR/)
    expect((await readdir(folder)).filter((name) => name.startsWith('backup'))).toEqual([])
  })

  test('is refused in a folder that exists or has no parent', async () => {
    await backUpHere()
    await expect(backUpHere()).rejects.toThrow('A backup needs a new folder.')
    await expect(backUp(server.database, join(folder, 'nowhere'), {})).rejects.toThrow('There is no folder')
  })

  test.each([
    ['a changed file', (backup: string) => appendFile(join(backup, 'tables/users.ndjson.gz'), 'x'), 'has changed'],
    ['a missing file', (backup: string) => rm(join(backup, 'tables/users.ndjson.gz')), 'is missing'],
    ['no manifest', (backup: string) => rm(join(backup, 'manifest.json')), 'no whole backup'],
    ['half a manifest', (backup: string) => change(backup, (text) => text.slice(0, -20)), 'is damaged'],
    [
      'a path outside',
      (backup: string) => change(backup, (text) => text.replace('"secret"', '"pictures/../../x"')),
      'is damaged',
    ],
    [
      'a newer format',
      (backup: string) => change(backup, (text) => text.replace('"format": 1', '"format": 2')),
      'newer version of Parde',
    ],
    [
      'a newer schema',
      (backup: string) => change(backup, (text) => text.replace(/"schema": \d/, '"schema": 9')),
      'newer than this program',
    ],
    [
      'an unknown schema',
      (backup: string) => change(backup, (text) => text.replace(/"schema": \d/, '"schema": ')),
      'does not know',
    ],
  ])('with %s is refused and leaves nothing behind', { timeout: TIMEOUT }, async (_, damage, reason) => {
    const { folder: backup } = await backUpHere()
    await damage(backup)
    const dataDir = await newFolder()
    await expect(restoreFolder(backup, dataDir)).rejects.toThrow(reason)
    expect((await readdir(dataDir)).filter((name) => name !== 'database.restoring')).toEqual([])
    await rm(dataDir, { recursive: true })
  })
  const change = async (backup: string, edit: (text: string) => string) => {
    const path = join(backup, 'manifest.json')
    await writeFile(path, edit(await readFile(path, 'utf8')))
  }

  test('is restored into an empty folder, and never over another secret or database', {
    timeout: TIMEOUT,
  }, async () => {
    const { folder: backup } = await backUpHere(true)
    const dataDir = await newFolder()
    await writeFile(join(dataDir, 'secret'), 'another secret')
    await expect(restoreFolder(backup, dataDir)).rejects.toThrow('secret exists')
    await rm(join(dataDir, 'secret'))
    await restoreFolder(backup, dataDir)
    expect(await readFile(join(dataDir, 'secret'), 'utf8')).toBe(secret)
    expect((await stat(join(dataDir, 'secret'))).mode & 0o777).toBe(0o600)
    expect(await readFile(join(dataDir, 'library/abc/1.mp4'), 'utf8')).toBe('library/abc/1.mp4')
    await expect(restoreFolder(backup, dataDir)).rejects.toThrow('database exists')
    await rm(dataDir, { recursive: true })
  })

  test('with another number of rows is refused', { timeout: TIMEOUT }, async () => {
    const { folder: backup } = await backUpHere()
    await change(backup, (text) => text.replace(/"rows": \d+/, '"rows": 99'))
    await expect(restoreInto('pglite', backup)).rejects.toThrow('of 99 rows')
  })
})
