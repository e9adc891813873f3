import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { storeFilm } from '#server/operator/films/storeFilm.ts'
import { openFolder } from '#server/storage/folderStorage.ts'
import { openStorage } from '#server/storage/openStorage.ts'
import { type ByteRange, readWhole, type Storage, StorageError, type StoredPart } from '#server/storage/storage.ts'
import { FILM_FILE, LIBRARY, readFilm } from '#server/stream/film.ts'
import { sweepFilms } from '#server/stream/sweepFilms.ts'
import { takeDatabase } from '#tests/harness/database/testDatabase.ts'
import { createOperator } from '#tests/harness/fixtures/operatorCommands.ts'
import { STORED_FILM, storeTestFilm } from '#tests/harness/fixtures/storedFilm.ts'
import { type S3Server, startS3Server } from '#tests/harness/network/s3Server.ts'
import { startTcpProxy } from '#tests/harness/network/tcpProxy.ts'

const TIMEOUT = 120_000
/** More than a stream's chunk. */
const LARGE = Buffer.from(Array.from({ length: 700_000 }, (_, at) => at % 251))

/** Comparing long arrays takes minutes. */
const digest = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex')

let folder: string
let s3: S3Server
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parde-storage-'))
  s3 = await startS3Server(join(folder, 's3'))
}, TIMEOUT)
afterAll(async () => {
  await s3.end()
  await rm(folder, { recursive: true, force: true })
})

const KINDS = ['folder', 'bucket'] as const

describe.each(KINDS)('a %s of films and pictures', (kind) => {
  let storage: Storage
  /** A folder of keys that no other test uses. */
  let own: string
  beforeAll(async () => {
    storage = await openStorage({ dataDir: folder, bucket: kind === 'bucket' ? s3.settings : undefined })
  })
  beforeEach(() => {
    own = `library/${randomUUID()}`
  })

  const bytesOf = async (part: StoredPart | 'outside' | undefined) => {
    if (part === undefined || part === 'outside') return part
    const { body, ...place } = part
    return { ...place, bytes: digest(body instanceof Uint8Array ? body : await buffer(body)) }
  }
  const keysIn = async (of: string) => {
    const keys: string[] = []
    for await (const { key } of storage.list(of)) keys.push(key)
    return keys.toSorted()
  }

  test('reads a written file and its replacement', async () => {
    await storage.write(`${own}/1.m4s`, Buffer.from('first'))
    expect(await storage.size(`${own}/1.m4s`)).toBe(5)
    await storage.write(`${own}/1.m4s`, LARGE)
    expect(await bytesOf(await storage.read(`${own}/1.m4s`))).toEqual({
      ...{ size: LARGE.length, start: 0, end: LARGE.length - 1 },
      bytes: digest(LARGE),
    })
  })

  test('reads an empty file, in which every range is outside', async () => {
    await storage.write(`${own}/empty`, Buffer.from(''))
    expect(await readWhole(storage, `${own}/empty`)).toHaveLength(0)
    expect(await storage.read(`${own}/empty`, { last: 5 })).toBe('outside')
  })

  test('copies a local file that is larger than a part of an upload', async () => {
    const path = join(folder, 'large')
    const bytes = Buffer.alloc(17 * 1024 ** 2, 'parde')
    await writeFile(path, bytes)
    await storage.write(`${own}/720p-dubbed.mp4`, { path })
    expect(digest((await readWhole(storage, `${own}/720p-dubbed.mp4`)) ?? '')).toBe(digest(bytes))
  })

  test('knows no file that was not written, and no folder as a file', async () => {
    await storage.write(`${own}/720p/1.m4s`, Buffer.from('a'))
    for (const key of [`${own}/720p`, `${own}/720p/2.m4s`, `${own}/720p/1.m4s/3`, `nothing/${own}`]) {
      expect([await storage.size(key), await storage.read(key), await readWhole(storage, key)]).toEqual([
        undefined,
        undefined,
        undefined,
      ])
      await storage.remove(key).catch(() => undefined)
    }
    expect(await keysIn(`${own}/nothing`)).toEqual([])
    expect(await storage.folders(`${own}/nothing`)).toEqual([])
    expect(await storage.size(`${own}/720p/1.m4s`)).toBe(1)
  })

  test('lists the files of a folder, its folders, and none of a folder whose name begins alike', async () => {
    for (const name of ['film.json', '720p/1.m4s', '720p/init.mp4', 'audio-dubbed/1.m4s']) {
      await storage.write(`${own}/a/${name}`, Buffer.from(name))
    }
    await storage.write(`${own}/ab/film.json`, Buffer.from('another film'))
    expect(await keysIn(`${own}/a`)).toEqual(
      ['720p/1.m4s', '720p/init.mp4', 'audio-dubbed/1.m4s', 'film.json'].map((name) => `${own}/a/${name}`),
    )
    expect((await storage.folders(own)).toSorted()).toEqual(['a', 'ab'])
    expect((await storage.folders(`${own}/a`)).toSorted()).toEqual(['720p', 'audio-dubbed'])
    for await (const { bytes, changedAt } of storage.list(`${own}/ab`)) {
      expect(bytes).toBe(12)
      expect(Math.abs(Date.now() - changedAt.getTime())).toBeLessThan(TIMEOUT)
    }
    await storage.remove(`${own}/a/film.json`)
    expect(await keysIn(`${own}/a`)).toHaveLength(3)
  })

  test('reads every range as a slice of the file', { timeout: TIMEOUT }, async () => {
    const sizes = [1, 7, 300_000]
    for (const size of sizes) await storage.write(`${own}/${size}`, LARGE.subarray(0, size))
    const edge = (size: number) => fc.oneof(fc.nat(size + 2), fc.nat(20))
    const range = (size: number): fc.Arbitrary<ByteRange> =>
      fc.oneof(
        // The server of the tests takes a last byte of 0 for none.
        fc
          .tuple(edge(size), fc.option(edge(size), { nil: undefined }))
          .filter(([start, end]) => end === undefined || (end > 0 && end >= start))
          .map(([start, end]) => ({ start, end })),
        edge(size).map((last) => ({ last })),
      )
    const ranges = fc.constantFrom(...sizes).chain((size) => fc.tuple(fc.constant(size), range(size)))
    const check = async ([size, asked]: [number, ByteRange]) => {
      const [start, end] =
        'last' in asked ? [Math.max(0, size - asked.last), size - 1] : [asked.start, asked.end ?? size - 1]
      const expected = LARGE.subarray(0, size).subarray(start, end + 1)
      const part = await bytesOf(await storage.read(`${own}/${size}`, asked))
      const exists = start <= size - 1 && expected.length > 0
      expect(part).toEqual(
        exists ? { size, start, end: start + expected.length - 1, bytes: digest(expected) } : 'outside',
      )
    }
    await fc.assert(fc.asyncProperty(ranges, check), { numRuns: 150 })
  })

  test('refuses keys that lead elsewhere', async () => {
    for (const key of [
      '../secret',
      'library/../../secret',
      '/etc/passwd',
      'library//x',
      'library/./x',
      'a\\..\\b',
      'a\0',
      '',
    ]) {
      const calls = [
        async () => storage.size(key),
        async () => storage.read(key),
        async () => storage.write(key, Buffer.from('hostile')),
        async () => storage.remove(key),
        async () => keysIn(key),
        async () => storage.folders(key),
      ]
      for (const call of calls) await expect(call(), key).rejects.toThrow('is no key of a stored file')
    }
  })

  test('keeps the earlier file, or none, when writing fails', async () => {
    await storage.write(`${own}/film.json`, Buffer.from('the film'))
    // A folder cannot be read as a file, so the copy fails when it has begun. Many at once fail in any order of their steps.
    const sources = Array.from({ length: 20 }, () => [folder, join(folder, 'nowhere')]).flat()
    const writes = sources.flatMap((path) =>
      [`${own}/film.json`, `${own}/new.mp4`].map((key) => storage.write(key, { path })),
    )
    for (const { status, reason } of (await Promise.allSettled(writes)) as PromiseRejectedResult[])
      expect([status, reason]).toEqual(['rejected', expect.any(StorageError)])
    expect(Buffer.from((await readWhole(storage, `${own}/film.json`)) ?? []).toString()).toBe('the film')
    expect(await keysIn(own)).toEqual([`${own}/film.json`])
  })

  test('holds a film whole or not at all, wherever storing it stops, and the next attempt continues', async () => {
    const names = ['480p/0.m4s', '480p/init.mp4', 'audio-dubbed/0.m4s', 'thumbnails.jpg']
    const description = JSON.stringify(STORED_FILM)
    /** Fails from this write on. */
    const failingAt = (count: number): Storage => {
      let writes = 0
      const write: Storage['write'] = async (...input) => {
        if (writes++ >= count) throw new StorageError('The test ends here', { cause: undefined })
        return storage.write(...input)
      }
      return { ...storage, write }
    }
    for (let writes = 0; writes <= names.length; writes++) {
      const [made, target] = [join(folder, randomUUID()), `${own}-${writes}`]
      for (const name of names) await openFolder(made).write(name, Buffer.from(name))
      await openFolder(made).write(FILM_FILE, Buffer.from(description))
      const onProgress = () => undefined
      await expect(storeFilm(made, target, { storage: failingAt(writes), onProgress })).rejects.toThrow('ends here')
      expect(await readFilm(storage, target)).toBeUndefined()
      await storeFilm(made, target, { storage, onProgress })
      expect(await readFilm(storage, target)).toMatchObject(STORED_FILM)
      expect(await keysIn(target)).toEqual([...names, FILM_FILE].map((name) => `${target}/${name}`).toSorted())
      expect(existsSync(made)).toBe(false)
    }
  })

  test('loses the films that nobody plays a week after their last use, and what was left of others', async () => {
    const old = new Date(Date.now() - 8 * 86_400_000)
    const isOld = (key: string) => key.includes('/old-')
    const aging: Storage = {
      ...storage,
      async *list(of) {
        for await (const file of storage.list(of)) yield isOld(file.key) ? { ...file, changedAt: old } : file
      },
    }
    for (const version of ['old-played', 'old-replaced', 'replaced']) {
      await storage.write(`${LIBRARY}/${version}/480p/0.m4s`, Buffer.from('a segment'))
      await storage.write(`${LIBRARY}/${version}/${FILM_FILE}`, Buffer.from(JSON.stringify(STORED_FILM)))
    }
    await storage.write(`${LIBRARY}/old-interrupted/480p/0.m4s`, Buffer.from('a segment'))
    await sweepFilms(aging, new Set(['old-played']))
    const left = (await storage.folders(LIBRARY)).filter((name) => /^(old-|replaced)/.test(name))
    expect(left.toSorted()).toEqual(['old-played', 'replaced'])
    for (const name of left) expect(await keysIn(`${LIBRARY}/${name}`)).toHaveLength(2)
  })

  test('says in one line that it cannot be used, and serves again afterwards', { timeout: TIMEOUT }, async () => {
    await storage.write(`${own}/1.m4s`, LARGE)
    await storage.check()
    await break_()
    const calls = [
      () => storage.size(`${own}/1.m4s`),
      () => storage.read(`${own}/1.m4s`),
      () => storage.write(`${own}/2.m4s`, Buffer.from('2')),
      () => keysIn(own),
      () => storage.folders(own),
      () => storage.check(),
    ]
    try {
      for (const call of kind === 'bucket' ? calls : calls.slice(2, 3)) {
        const error = await call().then(
          () => undefined,
          (reason: unknown) => reason,
        )
        expect(error).toBeInstanceOf(StorageError)
        expect((error as StorageError).message).toMatch(/^The (folder|bucket) \S+ .*\((E[A-Z]+)\)$/)
      }
    } finally {
      await mend()
    }
    expect(await bytesOf(await storage.read(`${own}/1.m4s`))).toMatchObject({ bytes: digest(LARGE) })
    await storage.check()
  })

  /** Ends the process, or puts a file in the place of the test's folder. */
  async function break_() {
    if (kind === 'bucket') return s3.end()
    await rm(join(folder, own), { recursive: true })
    await writeFile(join(folder, own), 'no folder')
  }
  async function mend() {
    if (kind === 'bucket') return s3.start()
    await rm(join(folder, own))
    await storage.write(`${own}/1.m4s`, LARGE)
  }
})

describe('a bucket', () => {
  test.each([
    ['an unknown key', { accessKeyId: 'nobody' }, /refuses requests \(40[03] /],
    ['a wrong secret', { secretAccessKey: 'wrong' }, /refuses requests \(403 /],
    ['another name', { bucket: 'elsewhere' }, /refuses requests \(404 /],
  ])('with %s says that the store refuses, which another attempt does not change', async (_, wrong, message) => {
    const storage = await openStorage({ dataDir: folder, bucket: { ...s3.settings, ...wrong } })
    const error = await storage.check().then(
      () => undefined,
      (reason: unknown) => reason,
    )
    expect(error).toMatchObject({ message: expect.stringMatching(message), isRefusal: true })
  })

  test('that does not answer is given up, and serves again afterwards', { timeout: TIMEOUT }, async () => {
    const proxy = await startTcpProxy({ host: '127.0.0.1', port: Number(new URL(s3.settings.endpoint).port) })
    const endpoint = `http://127.0.0.1:${proxy.port}`
    const storage = await openStorage({ dataDir: folder, bucket: { ...s3.settings, endpoint } })
    await storage.write('library/silent/1.m4s', Buffer.from('a segment'))
    proxy.silence()
    await expect(storage.read('library/silent/1.m4s')).rejects.toThrow(/cannot be reached \(no answer\)$/)
    proxy.restore()
    expect(await readWhole(storage, 'library/silent/1.m4s')).toHaveLength(9)
    await proxy.close()
  })

  test('that cannot be reached leaves a film where it is, which links still play', { timeout: TIMEOUT }, async () => {
    const storage = await openStorage({ dataDir: folder, bucket: s3.settings })
    await storeTestFilm(storage)
    const connection = await takeDatabase('pglite')
    const send = createOperator({ connection, storage })
    const place = { title: 'tt0068646', season: 0, number: 0 }
    await send('film-put', { ...place, version: STORED_FILM.version })
    await s3.end()
    expect((await send('film-remove', place)).error).toMatch(
      /^The bucket parde of \S+ cannot be reached \(ECONNREFUSED\)$/,
    )
    expect((await send('title-remove', { title: 'tt0068646' })).error).toMatch(/cannot be reached/)
    await s3.start()
    expect((await send('film-list', { title: 'tt0068646' })).result.films).toHaveLength(1)
    expect(await send('film-remove', place)).toEqual({ result: { removed: STORED_FILM.version } })
    await connection.close()
  })

  test('delivers a file at a signed address with the given headers, and not at a changed one', async () => {
    const storage = await openStorage({ dataDir: folder, bucket: s3.settings })
    await storage.write('library/signed/1.m4s', Buffer.from('0123456789'))
    const headers = {
      type: 'video/iso.segment',
      cache: 'private, max-age=60',
      disposition: 'attachment; filename="a.mp4"',
    }
    const address = (await storage.signedAddress('library/signed/1.m4s', 60, headers)) ?? ''
    const answer = await fetch(address, { headers: { Range: 'bytes=2-4' } })
    expect([answer.status, await answer.text()]).toEqual([206, '234'])
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      ...{ 'content-type': headers.type, 'cache-control': headers.cache, 'content-disposition': headers.disposition },
    })
    for (const [from, to] of [
      ['signed', 'other'],
      ['max-age%3D60', 'max-age%3D99'],
      ['X-Amz-Expires=60', 'X-Amz-Expires=600000'],
    ] as const) {
      expect(address).toContain(from)
      expect((await fetch(address.replace(from, to))).status).toBeGreaterThanOrEqual(400)
    }
  })
})

test('a folder has no signed addresses, and leaves no draft behind', async () => {
  const storage = openFolder(folder)
  const headers = { type: 'video/mp4', cache: 'no-store' }
  expect(await storage.signedAddress('library/a', 60, headers)).toBeUndefined()
  await mkdir(join(folder, 'library/taken/film.json'), { recursive: true })
  await expect(storage.write('library/taken/film.json', Buffer.from('a film'))).rejects.toThrow(/cannot be used/)
  expect(await readdir(join(folder, 'library/taken'))).toEqual(['film.json'])
})
