import { mkdir, mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { pictureAddress } from '#contract/pictures.ts'
import { type AskedTitle, askedTitlesText } from '#contract/titlePack.ts'
import { demo } from '#demo/demo.ts'
import { type Connection, connectServer } from '#server/database/connect.ts'
import { credits, pictures, titles } from '#server/database/schema/catalogue.ts'
import { openPictureFiles } from '#server/pictures/pictureFiles.ts'
import { openPictureStore } from '#server/pictures/pictureStore.ts'
import { openFolder } from '#server/storage/folderStorage.ts'
import { createEmptyDatabase, takeDatabase } from '#tests/harness/database/testDatabase.ts'
import { backUp, restoreFolder, restoreInto } from '#tests/harness/fixtures/backups.ts'
import { createOperator, type SendCommand } from '#tests/harness/fixtures/operatorCommands.ts'
import { pictureFile, pngBomb, SVG } from '#tests/harness/fixtures/operatorPictures.ts'
import { importRecords } from '#tests/harness/importRecords.ts'
import { databaseKinds, startServer, type TestServer } from '#tests/harness/server.ts'

const TIMEOUT = 120_000
const GODFATHER = 68646
const SERIES = 903747
const IMMUTABLE = 'public, max-age=31536000, immutable'

describe.each(databaseKinds)('pictures of the operator on %s', (kind) => {
  let connection: Connection
  let server: TestServer
  let folder: string

  /** Starts a server of the folder on the database. */
  const serve = (on: Connection) =>
    startServer({
      connection: on,
      pictures: openPictureStore({
        folder: join(folder, 'media'),
        storage: openFolder(folder),
        artist: demo.openArtist(),
      }),
    })
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parde-pictures-'))
    await mkdir(join(folder, 'images'))
    connection = await takeDatabase(kind)
    server = await serve(connection)
  })
  afterEach(async () => {
    await server.close()
    await rm(folder, { recursive: true, force: true })
  })

  /** Sends a command and returns its last event. */
  const send: SendCommand = (...call) =>
    createOperator({ connection, dataDir: folder, storage: openFolder(folder) })(...call)
  const place = (fields: object = {}) => ({ kind: 'poster', name: 'tt0068646', season: 0, number: 0, ...fields })
  const add = (file: Uint8Array, fields: object = {}) =>
    send('picture-add', { ...place(fields), fileName: 'picture.jpg' }, file)
  const storedFiles = async () => {
    const names: string[] = []
    for await (const { key } of openFolder(folder).list('pictures')) names.push(basename(key))
    return names
  }
  const rows = () => connection.database.select().from(pictures)
  const get = async (path: string, on = server) => (await on.createGuest().get(path)).json
  const titleOf = async (id = GODFATHER, on = server) => (await get(`/api/titles/${id}`, on)).data
  const cardOf = async () =>
    (await get('/api/titles/search?order_by=votes')).data.find(({ id }: { id: number }) => id === GODFATHER)
  const fetchPicture = async (template: string, width = 185, on = server) => {
    const answer = await on.request(pictureAddress(template, '', width, 'webp'))
    return { status: answer.status, headers: answer.headers, bytes: new Uint8Array(await answer.arrayBuffer()) }
  }
  /** The colour in the middle of a served picture, with 16 levels per channel. */
  const colorOf = async (template: string, width = 185, on = server) => {
    const { bytes } = await fetchPicture(template, width, on)
    const { info, data } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    const at = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * info.channels
    return [...data.subarray(at, at + 3)].map((value) => Math.round(value / 17))
  }

  test('come before drawings at once, with an address and a placeholder of their own', {
    timeout: TIMEOUT,
  }, async () => {
    const drawn = await titleOf()
    expect((await cardOf()).poster).toBe(drawn.poster)
    const member = await server.createUser()
    const packOf = async (asked: AskedTitle) => (await member.get(`/api/titles?ids=${askedTitlesText([asked])}`)).json
    const [{ version }] = (await packOf({ id: GODFATHER })).data
    const { result } = await add(await pictureFile({ color: '#336699' }))
    expect(result).toMatchObject({ width: 780, height: 1170, changed: true })

    const own = await titleOf()
    expect(own.poster).toBe(`/media/posters/tt0068646-${result.hash}-{width}.{format}`)
    expect(own.posterColor).toBe(result.color)
    expect(own.backdrop).toBe(drawn.backdrop)
    expect(own.updatedAt > drawn.updatedAt).toBe(true)
    expect((await cardOf()).poster).toBe(own.poster)
    const answer = await fetchPicture(own.poster)
    expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([200, IMMUTABLE])
    expect(await colorOf(own.poster)).toEqual([3, 6, 9])
    // A device that asks with the version it has gets the page with the new address.
    const pack = await packOf({ id: GODFATHER, version })
    expect(pack.unchanged).toEqual([])
    expect(pack.data[0].title.poster).toBe(own.poster)
    // The address in an older card still works.
    const former = await server.request(pictureAddress(drawn.poster, '', 342, 'webp'))
    expect(former.headers.get('Location')).toBe(pictureAddress(own.poster, '', 342, 'webp'))
    expect(former.headers.get('Cache-Control')).toBe('no-cache')
  })

  test('change their address with each other file, and nothing with the same one', { timeout: TIMEOUT }, async () => {
    const [blue, red] = [await pictureFile({ color: '#336699' }), await pictureFile({ color: '#993333' })]
    await add(blue)
    const first = await titleOf()
    const before = await rows()
    expect((await add(blue)).result.changed).toBe(false)
    expect(await rows()).toEqual(before)
    expect(await titleOf()).toEqual(first)

    await add(red)
    const second = await titleOf()
    expect(second.poster).not.toBe(first.poster)
    expect(await colorOf(second.poster)).toEqual([9, 3, 3])
    const former = await server.request(pictureAddress(first.poster, '', 500, 'webp'))
    expect(former.headers.get('Location')).toBe(pictureAddress(second.poster, '', 500, 'webp'))
    await add(blue)
    expect((await titleOf()).poster).toBe(first.poster)
    expect(await colorOf(first.poster)).toEqual([3, 6, 9])
  })

  test('are found as a backdrop, as stills of a film and of episodes, and as a portrait', {
    timeout: TIMEOUT,
  }, async () => {
    const { database } = connection
    const drawn = await get(`/api/titles/${SERIES}`)
    const wide = await pictureFile({ width: 1600, height: 900, color: '#339933' })
    await add(wide, { kind: 'backdrop', name: 'tt0903747' })
    await add(wide, { kind: 'still', name: 'tt0903747', season: 1, number: 2 })
    await add(wide, { kind: 'still', name: 'tt0903747', season: 0, number: 1 })
    const [credit] = await database.select().from(credits).where(eq(credits.titleId, SERIES)).limit(1)
    await add(wide, { kind: 'portrait', name: String(credit?.personId) })

    const title = await titleOf(SERIES)
    expect(title.backdrop).not.toBe(drawn.data.backdrop)
    expect(await colorOf(title.backdrop, 480)).toEqual([3, 9, 3])
    expect(title.screenshots).toBe(2)
    const member = await server.createUser()
    const { data: shots } = (await member.get(`/api/titles/${SERIES}/screenshots`)).json
    expect(shots.map(({ id }: { id: number }) => id)).toEqual([1, 1002])
    expect(shots[1].image).toMatch(/^\/media\/stills\/tt0903747_1002-[0-9a-f]{32}-/)
    expect(await colorOf(shots[1].image, 320)).toEqual([3, 9, 3])
    const stills = title.seasons[0].episodes.map(({ still }: { still: string | null }) => still)
    expect(stills.slice(0, 3)).toEqual([null, shots[1].image, null])
    expect(JSON.stringify((await member.get(`/api/titles?ids=${SERIES}`)).json)).toContain(
      `"still":"${shots[1].image}"`,
    )
    const shown = [...title.directors, ...title.cast].find(({ id }) => id === credit?.personId)
    expect(await colorOf(shown.image, 92)).toEqual([3, 9, 3])
    expect((await get(`/api/people/${credit?.personId}`)).data.image).toBe(shown.image)
    // For link previews the server makes a larger portrait than the app shows.
    const preview = shown.image.replace('{width}', '600').replace('{format}', 'jpeg')
    expect((await server.request(preview)).status).toBe(200)

    expect((await send('picture-list', { name: 'tt0903747', isPerson: false })).result.pictures).toMatchObject([
      { kind: 'backdrop', width: 1600, height: 900 },
      { kind: 'still', season: 0, number: 1 },
      { kind: 'still', season: 1, number: 2 },
    ])
    expect(
      (await send('picture-list', { name: String(credit?.personId), isPerson: true })).result.pictures,
    ).toHaveLength(1)
  })

  test('can be removed: the earlier picture is back at its address, and a sweep deletes the file', {
    timeout: TIMEOUT,
  }, async () => {
    const drawn = await titleOf()
    const { result } = await add(await pictureFile())
    await add(await pictureFile(), { name: 'tt0071562' })
    expect(await send('picture-remove', place())).toEqual({ result: { removed: result.hash } })
    expect({ ...(await titleOf()), updatedAt: '' }).toEqual({ ...drawn, updatedAt: '' })
    expect((await send('picture-remove', place())).error).toBe('There is no such picture.')
    // The other title has the same file.
    expect(await send('picture-sweep', {})).toEqual({ result: { files: 0, bytes: 0 } })
    await connection.database.delete(titles).where(sql`imdb = 'tt0071562'`)
    expect(await send('picture-sweep', {})).toEqual({ result: { files: 1, bytes: result.bytes } })
    expect(await storedFiles()).toEqual([])
    // Its address leads to what is shown now.
    const former = await server.request(`/media/posters/tt0068646-${result.hash}-500.webp`)
    expect(former.headers.get('Location')).toBe(pictureAddress(drawn.poster, '', 500, 'webp'))
  })

  test('whose file is lost are a 404 and not kept, until the file is added again', { timeout: TIMEOUT }, async () => {
    const file = await pictureFile()
    const { result } = await add(file)
    const { poster } = await titleOf()
    const path = join(folder, `pictures/stored/${result.hash.slice(0, 2)}/${result.hash}.webp`)
    await rename(path, `${path}.lost`)
    const missing = await fetchPicture(poster, 780)
    expect(missing.status).toBe(404)
    expect(missing.headers.get('Cache-Control') ?? '').not.toContain('immutable')
    expect((await add(file)).result.changed).toBe(false)
    expect((await fetchPicture(poster, 780)).status).toBe(200)
  })

  test('are refused with the name of the file and the reason, and leave nothing', { timeout: TIMEOUT }, async () => {
    const whole = await pictureFile()
    expect((await add(SVG)).error).toBe('picture.jpg is no JPEG, PNG, WebP or AVIF file')
    expect((await add(pngBomb())).error).toBe('picture.jpg has 50000 × 50000 pixels, more than 64 million')
    expect((await add(whole.subarray(0, whole.length / 2))).error).toMatch(/^picture\.jpg is damaged \(/)
    expect((await add(Buffer.alloc(33 * 1024 ** 2, 0xff))).error).toBe('picture.jpg is larger than 32 MB')
    const error = async (fields: object) => (await add(whole, fields)).error
    expect(await error({ name: 'nobody' })).toBe('There is no title nobody.')
    expect(await error({ kind: 'portrait', name: 'nobody' })).toBe('There is no person nobody.')
    expect(await error({ number: 1 })).toBe('A poster has no season and no number.')
    expect(await error({ kind: 'still' })).toBe('A still needs --number, or --season and --episode.')
    expect(await error({ kind: 'still', name: 'tt0903747', season: 9, number: 1 })).toMatch(/no episode 1 in season 9/)
    expect(await error({ kind: 'cover' })).toMatch(/^kind: /)
    expect(await rows()).toEqual([])
    expect((await titleOf()).poster).not.toMatch(/[0-9a-f]{32}/)
    expect(await storedFiles()).toEqual([])
  })

  test('leave nothing that a sweep does not find when a command was killed', { timeout: TIMEOUT }, async () => {
    const { result } = await add(await pictureFile())
    // Killed while it wrote a file, and between the file and the row.
    const stored = join(folder, 'pictures/stored/ab')
    await mkdir(stored)
    await writeFile(join(stored, '.draft'), 'half a pic')
    await openPictureFiles(openFolder(folder)).write(`ab${'0'.repeat(30)}`, Buffer.from('a picture'))
    expect(await send('picture-sweep', {})).toEqual({ result: { files: 2, bytes: 19 } })
    expect(await storedFiles()).toEqual([`${result.hash}.webp`])
  })

  describe('in an import', () => {
    const NEW = { kind: 'title', type: 'movie', year: 1999, genres: ['drama'] }
    const FILM = { ...NEW, imdb: 'tt0099719', titleEn: 'Hamoun', titleFa: 'هامون', directors: ['nm0577140'] }
    const SERIAL = {
      ...NEW,
      ...{ key: 'serial', type: 'series', titleEn: 'Our Serial', titleFa: 'سریال ما', poster: 'serial/poster.png' },
      seasons: [{ number: 1, episodes: [{ number: 1, still: 'serial/s01e01.jpg' }, { number: 2 }] }],
    }
    const PERSON = {
      kind: 'person',
      key: 'nm0577140',
      nameEn: 'Dariush Mehrjui',
      nameFa: 'داریوش مهرجویی',
      portrait: 'mehrjui.webp',
    }
    const RECORDS = [
      PERSON,
      { ...FILM, poster: 'hamoun.jpg', backdrop: 'wide.avif', stills: ['wide.avif', 'hamoun.jpg'] },
      SERIAL,
    ]

    beforeEach(async () => {
      const images = join(folder, 'images')
      await mkdir(join(images, 'serial'))
      await writeFile(join(images, 'hamoun.jpg'), await pictureFile({ color: '#336699' }))
      await writeFile(join(images, 'wide.avif'), await pictureFile({ width: 640, height: 360, format: 'avif' }))
      await writeFile(join(images, 'serial/poster.png'), await pictureFile({ color: '#993333', format: 'png' }))
      await writeFile(join(images, 'serial/s01e01.jpg'), await pictureFile({ width: 640, height: 360 }))
      await writeFile(join(images, 'mehrjui.webp'), await pictureFile({ width: 300, height: 300, format: 'webp' }))
    })
    const images = (files: boolean) => ({
      images: join(folder, 'images'),
      files: files ? openPictureFiles(openFolder(folder)) : undefined,
    })
    const write = (records: readonly object[] | string, options = {}) =>
      importRecords(connection, records, { folder: images(true), ...options })

    test('are those that rows name, and the same files again change nothing', { timeout: TIMEOUT }, async () => {
      expect(await write(RECORDS)).toEqual({ rows: 3, added: 2, changed: 0, unchanged: 0, refused: [], pictures: 7 })
      const film = await titleOf(99719)
      expect(await colorOf(film.poster)).toEqual([3, 6, 9])
      expect(film.screenshots).toBe(2)
      expect(film.directors[0].image).toMatch(/[0-9a-f]{32}/)
      const [serial] = (await get(`/api/titles/search?q=${encodeURIComponent('سریال ما')}`)).data
      expect(await colorOf(serial.poster)).toEqual([9, 3, 3])

      const before = [await rows(), await titleOf(99719)]
      expect(await write(RECORDS)).toMatchObject({ added: 0, changed: 0, unchanged: 2, refused: [], pictures: 0 })
      expect([await rows(), await titleOf(99719)]).toEqual(before)
    })

    test('are replaced when their file changes or another one is named, and stay when none is', {
      timeout: TIMEOUT,
    }, async () => {
      await write(RECORDS)
      const { poster, backdrop, updatedAt } = await titleOf(99719)
      await writeFile(join(folder, 'images/hamoun.jpg'), await pictureFile({ color: '#339933' }))
      // The poster and the second still.
      expect(await write(RECORDS)).toMatchObject({ changed: 0, unchanged: 2, pictures: 2 })
      const replaced = await titleOf(99719)
      expect(replaced.poster).not.toBe(poster)
      expect(replaced.backdrop).toBe(backdrop)
      expect(replaced.updatedAt > updatedAt).toBe(true)
      // Names of pictures are no facts of the title.
      expect(await write([PERSON, FILM, SERIAL])).toMatchObject({ changed: 0, unchanged: 2, pictures: 0 })
      expect((await titleOf(99719)).poster).toBe(replaced.poster)
      expect((await send('picture-sweep', {})).result.files).toBe(2)
    })

    test('refuse their row with its line, the file and the reason; the other rows are written', {
      timeout: TIMEOUT,
    }, async () => {
      const [secret, inside] = [join(folder, 'secret.jpg'), join(folder, 'images')]
      await writeFile(secret, await pictureFile())
      await symlink(secret, join(inside, 'link.jpg'))
      await writeFile(join(inside, 'vector.jpg'), SVG)
      await writeFile(join(inside, 'bomb.png'), pngBomb())
      await writeFile(join(inside, 'cut.jpg'), (await pictureFile()).subarray(0, 5000))
      const names = ['none.jpg', '../secret.jpg', secret, 'link.jpg', 'serial', 'vector.jpg', 'bomb.png', 'cut.jpg']
      const bad = names.map((poster, at) => ({ ...NEW, key: `bad-${at}`, titleEn: 'Bad', titleFa: 'بد', poster }))
      const { refused, ...result } = await write([
        ...bad,
        { ...FILM, poster: 'hamoun.jpg' },
        { ...PERSON, portrait: 'cut.jpg' },
      ])
      expect(result).toEqual({ rows: 10, added: 1, changed: 0, unchanged: 0, pictures: 1 })
      const reasons = refused
        .toSorted((one, other) => one.line - other.line)
        .map(({ line, reason }) => `${line} ${reason}`)
      expect(reasons).toEqual([
        '1 poster: none.jpg does not exist',
        '2 poster: is outside the folder of pictures',
        '3 poster: is outside the folder of pictures',
        '4 poster: link.jpg is outside the folder of pictures',
        '5 poster: serial is no file',
        '6 poster: vector.jpg is no JPEG, PNG, WebP or AVIF file',
        '7 poster: bomb.png has 50000 × 50000 pixels, more than 64 million',
        expect.stringMatching(/^8 poster: cut\.jpg is damaged \(/),
        expect.stringMatching(/^10 portrait: cut\.jpg is damaged \(/),
      ])
      expect(await connection.database.$count(titles, sql`key like 'bad-%'`)).toBe(0)
      expect(await storedFiles()).toHaveLength(1)
    })

    test('are checked by a trial, which writes neither rows nor files', { timeout: TIMEOUT }, async () => {
      const wrong = { ...NEW, key: 'wrong', titleEn: 'Wrong', titleFa: 'غلط', poster: 'none.jpg' }
      const trial = await write([...RECORDS, wrong], { dryRun: true, folder: images(false) })
      expect(trial).toMatchObject({ added: 2, pictures: 7, refused: [{ line: 4 }] })
      expect(await rows()).toEqual([])
      expect(await storedFiles()).toEqual([])
    })

    test('are left out and counted without a folder', { timeout: TIMEOUT }, async () => {
      const result = await write(RECORDS, { folder: undefined })
      expect(result).toEqual({ rows: 3, added: 2, changed: 0, unchanged: 0, refused: [], withoutPictures: 3 })
    })

    test('are columns of a CSV file', { timeout: TIMEOUT }, async () => {
      const text = [
        'key,type,titleEn,titleFa,year,genres,poster,backdrop,stills',
        'csv-1,movie,One,یک,1999,drama,hamoun.jpg,wide.avif,wide.avif|hamoun.jpg',
      ].join('\n')
      expect(await write(text, { format: 'csv' })).toMatchObject({ added: 1, pictures: 4, refused: [] })
    })
  })

  describe.each(databaseKinds)('in a backup restored into %s', (target) => {
    test('are there, rows and files', { timeout: TIMEOUT }, async () => {
      const { result } = await add(await pictureFile({ color: '#336699' }))
      const own = await titleOf()
      const backups = join(folder, 'backups')
      await mkdir(backups)
      const { folder: backup, manifest } = await backUp(connection.database, backups, { dataDir: folder })
      expect(manifest.files.map(({ path }) => path)).toEqual([
        `pictures/stored/${result.hash.slice(0, 2)}/${result.hash}.webp`,
      ])

      const restored = await restoreInto(target, backup)
      await restoreFolder(backup, join(folder, 'restored'))
      const restoredServer = await startServer({
        connection: restored,
        pictures: openPictureStore({ folder: join(folder, 'other'), storage: openFolder(join(folder, 'restored')) }),
      })
      const { poster } = await titleOf(GODFATHER, restoredServer)
      expect(poster).toBe(own.poster)
      expect(await colorOf(poster, 185, restoredServer)).toEqual([3, 6, 9])
      await restoredServer.close()
    })
  })

  test('are in a backup whole, although one is swept and one added while the rows are read', {
    timeout: TIMEOUT,
  }, async () => {
    await add(await pictureFile({ color: '#993333' }))
    const files = openPictureFiles(openFolder(folder))
    const backups = join(folder, 'backups')
    await mkdir(backups)
    const { database } = connection
    /** As if another process changed the folder at the time of the snapshot. */
    const transaction: typeof database.transaction = async (...input) => {
      await files.removeAllBut(new Set())
      await files.write('ab'.repeat(16), Buffer.from('a new one'))
      return database.transaction(...input)
    }
    const changing = Object.assign(Object.create(database), { transaction })
    const { manifest } = await backUp(changing, backups, { dataDir: folder })
    expect(manifest.files).toHaveLength(2)
    const [row] = await rows()
    expect(manifest.files.map(({ path }) => path)).toContain(
      `pictures/stored/${row?.hash.slice(0, 2)}/${row?.hash}.webp`,
    )
    expect(await readFile(join(backups, 'backup/manifest.json'), 'utf8')).toContain('ab'.repeat(16))
  })
})

test.runIf(databaseKinds.includes('postgres'))(
  'a picture that one process adds is shown by the others of the database, and sweeping waits for an import',
  { timeout: TIMEOUT },
  async () => {
    const source = await takeDatabase('postgres')
    const { rows } = await source.database.execute<{ name: string }>(sql`select current_database() as name`)
    const folder = await mkdtemp(join(tmpdir(), 'parde-pictures-'))
    await source.close()
    const { url } = await createEmptyDatabase(rows[0]?.name)
    const connections = [await connectServer(url), await connectServer(url), await connectServer(url)] as const
    const [one, other, operator] = connections
    const store = () => openPictureStore({ folder: join(folder, 'media'), storage: openFolder(folder) })
    const servers = [
      await startServer({ connection: one, pictures: store() }),
      await startServer({ connection: other, pictures: store() }),
    ]
    const posters = () =>
      Promise.all(
        servers.map(async (server) => (await server.createGuest().get(`/api/titles/${GODFATHER}`)).json.data.poster),
      )
    const [before] = await posters()
    const send = createOperator({ connection: operator, dataDir: folder, storage: openFolder(folder) })
    const input = { kind: 'poster', name: 'tt0068646', season: 0, number: 0, fileName: 'a.jpg' }
    const { result } = await send('picture-add', input, await pictureFile())
    const after = await posters()
    expect(after).toEqual([1, 2].map(() => `/media/posters/tt0068646-${result.hash}-{width}.{format}`))
    expect(after[0]).not.toBe(before)
    for (const server of servers) {
      expect((await server.request(pictureAddress(after[0], '', 185, 'avif'))).status).toBe(200)
    }

    // A file is stored before its row: meanwhile nothing may sweep.
    let order = ''
    const importing = one.exclusively(async () => {
      const sweeping = send('picture-sweep', {}).then((answer) => {
        order += 'swept '
        return answer
      })
      await openPictureFiles(openFolder(folder)).write('cd'.repeat(16), Buffer.from('before its row'))
      await one.database.execute(sql`select pg_sleep(0.2)`)
      order += 'imported '
      return { sweeping }
    })
    const { sweeping } = await importing
    expect((await sweeping).result.files).toBe(1)
    expect(order).toBe('imported swept ')
    for (const server of servers) await server.close()
    await operator.close()
    await rm(folder, { recursive: true, force: true })
  },
)
