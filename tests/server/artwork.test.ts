import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterEach, expect, test } from 'vitest'
import { drawPicture } from '#demo/artwork/draw.ts'
import { openDrawingQueue } from '#demo/artwork/drawingQueue.ts'
import { openTypeface } from '#demo/artwork/font.ts'
import { paletteOf } from '#demo/artwork/palette.ts'
import { setLine, wordsOf } from '#demo/artwork/persianWords.ts'
import { demo } from '#demo/demo.ts'
import { openPictureStore, type PictureStore } from '#server/pictures/pictureStore.ts'
import { posterColor } from '#server/pictures/posterColor.ts'
import { isWhole, pathOf } from '#server/pictures/renderedFile.ts'
import { isOnOffer } from '#server/pictures/sizes.ts'
import type { PictureRequest, TitleSubject } from '#server/pictures/subjects.ts'

const opened: { pictures: PictureStore; folder: string }[] = []

afterEach(async () => {
  for (const { pictures, folder } of opened.splice(0)) {
    await pictures.close()
    await rm(folder, { recursive: true, force: true })
  }
})

async function openStore() {
  const folder = await mkdtemp(join(tmpdir(), 'pictures-'))
  const pictures = openPictureStore({ folder, artist: demo.openArtist() })
  opened.push({ pictures, folder })
  return { pictures, folder }
}

async function bytesOf(pictures: PictureStore, request: PictureRequest): Promise<Uint8Array> {
  const picture = await pictures.picture(request, { client: 'tests', signal: new AbortController().signal })
  if (!picture) throw new Error(`no picture of ${request.subject.key}`)
  return picture.bytes
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

function titleSubject(key: string, titleFa = 'پدرخوانده'): TitleSubject {
  return {
    key,
    kind: 'title',
    titleFa,
    titleEn: 'The Godfather',
    year: 1972,
    genres: ['crime', 'drama'],
    type: 'movie',
  }
}

function posterRequest(key: string): PictureRequest {
  return { picture: 'poster', subject: titleSubject(key), width: 185, format: 'webp' }
}

test('draws the same bytes for the same title in both formats', async () => {
  for (const format of ['avif', 'webp'] as const) {
    const request = { ...posterRequest('tt0068646'), format }
    const [first, second] = [await drawPicture(request), await drawPicture(request)]
    expect(isWhole(first, format)).toBe(true)
    expect(Buffer.from(second).equals(Buffer.from(first))).toBe(true)
  }
})

test('draws different pictures for different titles and people', async () => {
  const posters = await Promise.all(['tt1', 'tt2', 'tt3'].map((key) => drawPicture(posterRequest(key))))
  expect(new Set(posters.map((bytes) => Buffer.from(bytes).toString('base64'))).size).toBe(3)
  const busts = await Promise.all(
    ['Asghar Farhadi', 'Leila Hatami'].map((name) =>
      drawPicture({
        picture: 'portrait',
        subject: { key: name, kind: 'person', fullnameEn: name, fullnameFa: name },
        width: 92,
        format: 'avif',
      }),
    ),
  )
  expect(Buffer.from(busts[0] ?? []).equals(Buffer.from(busts[1] ?? []))).toBe(false)
})

test("uses the poster's background as placeholder colour", () => {
  const subject = titleSubject('tt0068646')
  expect(posterColor(subject)).toMatch(/^#[0-9a-f]{6}$/)
  expect(posterColor(subject)).toBe(paletteOf(subject).ground)
})

test('has all glyphs for every title of the catalogue', async () => {
  const typeface = await openTypeface()
  const titles = await catalogueTitles()
  const unlettered = titles.filter(({ titleFa, titleEn }) => {
    const persian = setLine(wordsOf(titleFa), 900, typeface)
    const latin = typeface.outline(titleEn, 500, 'ltr')
    return persian.glyphs === 0 || persian.missing > 0 || latin.missing > 0
  })
  expect(unlettered).toEqual([])
})

test('keeps the direction of numbers inside a Persian line', async () => {
  const typeface = await openTypeface()
  const year = typeface.outline('۲۰۴۹', 900, 'ltr')
  const line = setLine(['بلید', '۲۰۴۹'], 900, typeface)
  expect(line.d.startsWith(year.d)).toBe(true)
})

test('renders a file again that was truncated', async () => {
  const { pictures, folder } = await openStore()
  const drawn = await bytesOf(pictures, posterRequest('tt1'))
  const [path = ''] = await filesIn(folder)
  await truncate(path, 100)
  const again = await bytesOf(pictures, posterRequest('tt1'))
  expect(Buffer.from(again).equals(Buffer.from(drawn))).toBe(true)
  expect((await readFile(path)).length).toBe(drawn.length)
})

test('draws a picture once when several requests ask for it at the same time', async () => {
  const { pictures, folder } = await openStore()
  const all = await Promise.all([1, 2, 3].map(() => bytesOf(pictures, posterRequest('tt1'))))
  expect(new Set(all).size).toBe(1)
  expect(await filesIn(folder)).toHaveLength(1)
})

test('draws a requested picture before those drawn ahead', async () => {
  const { pictures } = await openStore()
  const order: string[] = []
  pictures.renderAhead(['tt1', 'tt2', 'tt3', 'tt4', 'tt5', 'tt6'].map(posterRequest))
  const ahead = pictures.settled().then(() => order.push('ahead'))
  await bytesOf(pictures, posterRequest('tt7')).then(() => order.push('requested'))
  await ahead
  expect(order).toEqual(['requested', 'ahead'])
})

test('serves pictures from memory while the disk accepts no file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pictures-'))
  await writeFile(join(folder, 'full'), '')
  const pictures = openPictureStore({ folder: join(folder, 'full'), artist: demo.openArtist() })
  opened.push({ pictures, folder })
  const drawn = await bytesOf(pictures, posterRequest('tt1'))
  expect(await filesIn(folder)).toEqual([join(folder, 'full')])
  expect(await bytesOf(pictures, posterRequest('tt1'))).toBe(drawn)
})

test('restarts a crashed worker and repeats its drawing', async () => {
  const scripts = ['process.exit(1)', 'port.postMessage({ order, bytes: new Uint8Array([7]) })']
  const queue = openDrawingQueue({ newWorker: () => scripted(scripts.shift()) })
  expect(await queue.draw(posterRequest('tt1'))).toEqual(new Uint8Array([7]))
  await queue.close()
})

test('replaces a worker that is stuck', async () => {
  const scripts = ['for (;;) {}', 'port.postMessage({ order, bytes: new Uint8Array([7]) })']
  const queue = openDrawingQueue({ newWorker: () => scripted(scripts.shift()), timeout: 300 })
  expect(await queue.draw(posterRequest('tt1'))).toEqual(new Uint8Array([7]))
  await queue.close()
})

test('fails a drawing when no worker can start, and draws the next one', async () => {
  const starts: (() => Worker)[] = [
    () => {
      throw new Error('no threads')
    },
    () => scripted('port.postMessage({ order, bytes: new Uint8Array([7]) })'),
  ]
  const queue = openDrawingQueue({ newWorker: () => starts.shift()?.() ?? scripted('') })
  const [first, second] = [queue.draw(posterRequest('tt1')), queue.draw(posterRequest('tt2'))]
  await expect(first).rejects.toThrow('no threads')
  expect(await second).toEqual(new Uint8Array([7]))
  await queue.close()
})

test('deletes the pictures that were not requested for longest above the limit of the folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pictures-'))
  const size = 1000
  const artist = { draw: async () => jpegOf(size), stillsOf: () => 0, close: async () => undefined }
  const pictures = openPictureStore({ folder, artist, maxBytes: 20 * size })
  opened.push({ pictures, folder })
  const request = (nth: number) => ({ ...posterRequest(`tt${nth}`), format: 'jpeg' as const })
  for (let nth = 0; nth < 60; nth++) {
    await bytesOf(pictures, request(nth))
    await expect.poll(async () => (await filesIn(folder)).length).toBeLessThanOrEqual(20)
  }
  const kept = new Set(await filesIn(folder))
  expect(kept.size).toBeGreaterThan(10)
  expect(kept).toContain(pathOf(folder, request(59)))
  expect(kept).not.toContain(pathOf(folder, request(0)))
})

function scripted(script: string | undefined): Worker {
  return new Worker(
    `const port = require('node:worker_threads').parentPort; port.on('message', ({ order }) => { ${script} })`,
    { eval: true },
  )
}

/** Bytes of this length that pass for a JPEG. */
function jpegOf(size: number): Uint8Array {
  const bytes = new Uint8Array(size)
  bytes.set([0xff, 0xd8])
  bytes.set([0xff, 0xd9], size - 2)
  return bytes
}

test('offers only the declared sizes and formats', () => {
  expect(isOnOffer('poster', 342, 'avif')).toBe(true)
  expect(isOnOffer('poster', 343, 'avif')).toBe(false)
  expect(isOnOffer('backdrop', 1280, 'png')).toBe(false)
})

async function catalogueTitles(): Promise<{ titleFa: string; titleEn: string }[]> {
  const folder = new URL('../../demo/catalogue/data/', import.meta.url)
  const names = (await readdir(folder)).filter((name) => name.startsWith('titles-'))
  const files = await Promise.all(names.map(async (name) => JSON.parse(await readFile(new URL(name, folder), 'utf8'))))
  return files.flat()
}
