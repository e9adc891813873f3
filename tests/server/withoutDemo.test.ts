import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Hono } from 'hono'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApi } from '#server/areas/createApi.ts'
import { loadDemo } from '#server/catalogue/demoContent.ts'
import { type Connection, connectEmbedded } from '#server/database/connect.ts'
import { migrate } from '#server/database/migrate.ts'
import { openPictureStore } from '#server/pictures/pictureStore.ts'
import { openFolder } from '#server/storage/folderStorage.ts'
import { mediaMessages } from '#server/text/messages.ts'
import { importRecords } from '#tests/harness/importRecords.ts'
import { API_ORIGIN, TEST_SETTINGS } from '#tests/harness/server.ts'
import { catchLog } from '#tests/harness/serverLog.ts'

const TITLE = {
  kind: 'title',
  type: 'movie',
  year: 1990,
  genres: ['drama'],
  votes: 5,
  directors: ['Abbas Kiarostami'],
}

const CATALOGUE = [
  { kind: 'person', nameEn: 'Abbas Kiarostami', nameFa: 'عباس کیارستمی' },
  { ...TITLE, imdb: 'tt0100234', titleEn: 'Close-Up', titleFa: 'کلوزآپ' },
  { ...TITLE, imdb: 'tt0093342', titleEn: 'Where Is the Friend’s House?', titleFa: 'خانهٔ دوست کجاست؟' },
]

describe('the server without demo content', () => {
  let folder: string
  let connection: Connection
  let api: Hono

  const get = (path: string, headers: Record<string, string> = {}) => api.request(`${API_ORIGIN}${path}`, { headers })
  const read = async (path: string) => {
    const answer = await get(path)
    expect(answer.status).toBe(200)
    return (await answer.json()).data
  }
  const addressOf = (template: string, width: number, format = 'webp') =>
    template.replace('{width}', String(width)).replace('{format}', format)

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parde-own-'))
    await addPicture('posters/tt0100234.png', 400, 600)
    await addPicture('stills/tt0100234_1.jpg', 800, 450)
    await addPicture('stills/tt0100234_2.jpg', 900, 900)
    connection = await connectEmbedded()
    await migrate(connection)
    expect(await importRecords(connection, CATALOGUE)).toMatchObject({ added: 2, refused: [] })
    const settings = { ...TEST_SETTINGS, films: join(folder, 'films') }
    const pictures = openPictureStore({ folder: join(folder, 'media'), ownFolder: join(folder, 'pictures') })
    api = createApi(
      { database: connection.database, clock: () => new Date(), settings },
      { pictures, storage: openFolder(folder) },
    )
  })

  afterAll(async () => {
    await connection.close()
    await rm(folder, { recursive: true, force: true })
  })

  async function addPicture(name: string, width: number, height: number) {
    const path = join(folder, 'pictures', name)
    await mkdir(join(path, '..'), { recursive: true })
    await sharp({ create: { width, height, channels: 3, background: '#a03020' } }).toFile(path)
  }

  test('serves a title with its own poster, cropped to the requested width and format', async () => {
    const title = await read('/api/titles/100234')
    const answer = await get(addressOf(title.poster, 185))
    expect(answer.status).toBe(200)
    expect(answer.headers.get('Content-Type')).toBe('image/webp')
    expect(answer.headers.get('Cache-Control')).not.toContain('immutable')
    const { width, height, format } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
    expect({ width, height, format }).toEqual({ width: 185, height: 278, format: 'webp' })
  })

  test('serves the new picture under the same address when the file was replaced', async () => {
    const { poster } = await read('/api/titles/100234')
    const tagOf = async () => (await get(addressOf(poster, 342))).headers.get('ETag')
    const before = await tagOf()
    await sharp({ create: { width: 200, height: 300, channels: 3, background: '#2050a0' } }).toFile(
      join(folder, 'pictures/posters/tt0100234.png'),
    )
    expect(await tagOf()).not.toBe(before)
  })

  test('counts the stills that exist, and offers no trailer', async () => {
    expect(await read('/api/titles/100234')).toMatchObject({ screenshots: 2, trailer: { sources: [] } })
    expect(await read('/api/titles/93342')).toMatchObject({ screenshots: 0, trailer: { sources: [] } })
  })

  test('answers 404 for a picture without a file, and logs why once', async () => {
    const log = catchLog()
    const { poster, directors } = await read('/api/titles/93342')
    expect((await get(addressOf(poster, 185))).status).toBe(404)
    expect((await get(addressOf(directors[0].image, 92))).status).toBe(404)
    expect(log.lines()).toMatchObject([
      { level: 'warn', msg: expect.stringMatching(/no poster of tt0093342 .* without demo\/ none is drawn/) },
    ])
  })

  test('lists no files, and refuses to play a film or a trailer', async () => {
    expect(await read('/api/titles/100234')).toMatchObject({ hasFilm: false, trailer: { sources: [] } })
    expect(await read('/api/titles/100234/files')).toEqual([])
    for (const path of ['/api/watch/tt0100234/100234', '/media/trailers/tt0100234/master.m3u8']) {
      const answer = await get(path)
      expect(answer.status).toBe(404)
      expect((await answer.json()).message).toBe(mediaMessages.nothing)
    }
  })
})

test('finds no demo content where there is no folder, and throws when it cannot be loaded', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parde-demo-'))
  const location = new URL(`file://${folder}/demo.js`)
  expect(await loadDemo(location)).toBeUndefined()
  await writeFile(location, 'throw new Error("broken demo")')
  await expect(loadDemo(location)).rejects.toThrow('broken demo')
  await rm(folder, { recursive: true, force: true })
})
