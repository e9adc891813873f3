import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterEach, expect, test } from 'vitest'
import { drawPicture } from '#server/artwork/draw.ts'
import { openDrawingQueue } from '#server/artwork/drawingQueue.ts'
import { openTypeface } from '#server/artwork/font.ts'
import { paletteOf, posterColor } from '#server/artwork/palette.ts'
import { setLine, wordsOf } from '#server/artwork/persianWords.ts'
import { isWhole } from '#server/artwork/pictureFile.ts'
import type { PictureRequest, TitleSubject } from '#server/artwork/pictureSubject.ts'
import { openStudio, type Studio } from '#server/artwork/studio.ts'
import { isOnOffer } from '#server/artwork/widths.ts'

const opened: { studio: Studio; folder: string }[] = []

afterEach(async () => {
  for (const { studio, folder } of opened.splice(0)) {
    await studio.close()
    await rm(folder, { recursive: true, force: true })
  }
})

async function aStudio() {
  const folder = await mkdtemp(join(tmpdir(), 'studio-'))
  const studio = openStudio({ folder })
  opened.push({ studio, folder })
  return { studio, folder }
}

function aTitle(key: string, titleFa = 'پدرخوانده'): TitleSubject {
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

function aPoster(key: string): PictureRequest {
  return { picture: 'poster', subject: aTitle(key), width: 185, format: 'webp' }
}

test('draws the same bytes for the same title in both formats', async () => {
  for (const format of ['avif', 'webp'] as const) {
    const request = { ...aPoster('tt0068646'), format }
    const [first, second] = [await drawPicture(request), await drawPicture(request)]
    expect(isWhole(first, format)).toBe(true)
    expect(Buffer.from(second).equals(Buffer.from(first))).toBe(true)
  }
})

test('draws different pictures for different titles and people', async () => {
  const posters = await Promise.all(['tt1', 'tt2', 'tt3'].map((key) => drawPicture(aPoster(key))))
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
  const subject = aTitle('tt0068646')
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

test('redraws a truncated picture file', async () => {
  const { studio } = await aStudio()
  const drawn = await studio.picture(aPoster('tt1'))
  const path = drawn.path ?? ''
  await truncate(path, 100)
  const again = await studio.picture(aPoster('tt1'))
  expect(Buffer.from(again.bytes).equals(Buffer.from(drawn.bytes))).toBe(true)
  expect((await readFile(path)).length).toBe(drawn.bytes.length)
})

test('draws a picture once for simultaneous requests', async () => {
  const { studio, folder } = await aStudio()
  const asked = [1, 2, 3].map(() => studio.picture(aPoster('tt1')))
  const pictures = await Promise.all(asked)
  expect(new Set(pictures.map(({ bytes }) => bytes)).size).toBe(1)
  const files = await readdir(folder, { recursive: true, withFileTypes: true })
  expect(files.filter((entry) => entry.isFile()).length).toBe(1)
})

test('draws requested pictures before prefetched ones', async () => {
  const { studio } = await aStudio()
  const order: string[] = []
  studio.drawAhead(['tt1', 'tt2', 'tt3', 'tt4', 'tt5', 'tt6'].map(aPoster))
  const ahead = studio.settled().then(() => order.push('ahead'))
  await studio.picture(aPoster('tt7')).then(() => order.push('asked for'))
  await ahead
  expect(order).toEqual(['asked for', 'ahead'])
})

test('serves pictures from memory if the disk is not writable', async () => {
  const place = await mkdtemp(join(tmpdir(), 'studio-'))
  await writeFile(join(place, 'full'), '')
  const studio = openStudio({ folder: join(place, 'full') })
  opened.push({ studio, folder: place })
  const drawn = await studio.picture(aPoster('tt1'))
  expect(drawn.path).toBeNull()
  expect((await studio.picture(aPoster('tt1'))).bytes).toBe(drawn.bytes)
})

test('restarts a crashed worker and repeats its drawing', async () => {
  const scripts = ['process.exit(1)', 'port.postMessage({ order, bytes: new Uint8Array([7]) })']
  const queue = openDrawingQueue(
    () =>
      new Worker(
        `const port = require('node:worker_threads').parentPort; port.on('message', ({ order }) => { ${scripts.shift()} })`,
        {
          eval: true,
        },
      ),
  )
  expect(await queue.draw(aPoster('tt1'), true).bytes).toEqual(new Uint8Array([7]))
  await queue.close()
})

test('offers only the declared sizes and formats', () => {
  expect(isOnOffer('poster', 342, 'avif')).toBe(true)
  expect(isOnOffer('poster', 343, 'avif')).toBe(false)
  expect(isOnOffer('backdrop', 1280, 'png')).toBe(false)
})

async function catalogueTitles(): Promise<{ titleFa: string; titleEn: string }[]> {
  const folder = new URL('../../server/catalogue/data/', import.meta.url)
  const names = (await readdir(folder)).filter((name) => name.startsWith('titles-'))
  const files = await Promise.all(names.map(async (name) => JSON.parse(await readFile(new URL(name, folder), 'utf8'))))
  return files.flat()
}
