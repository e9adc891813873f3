import { readdir, readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import sharp, { type OverlayOptions } from 'sharp'
import type { PictureShape } from '#contract/pictures.ts'
import { heightOf } from '#server/pictures/sizes.ts'
import type { PictureSubject } from '#server/pictures/subjects.ts'
import { drawPixels } from './draw.ts'

/**
 * Puts many pictures on one sheet, to check the drawings: `npm run artwork -- --out wall.png --picture poster --width
 * 185 --columns 10 --count 60 --from 0`
 */
async function drawSheet() {
  const { values } = parseArgs({
    options: {
      out: { type: 'string', default: 'sheet.png' },
      data: { type: 'string', default: new URL('../catalogue/data/', import.meta.url).pathname },
      picture: { type: 'string', default: 'poster' },
      width: { type: 'string', default: '185' },
      columns: { type: 'string', default: '10' },
      count: { type: 'string', default: '60' },
      from: { type: 'string', default: '0' },
    },
  })
  const picture = pictureNamed(values.picture)
  const width = Number(values.width)
  const columns = Number(values.columns)
  const height = heightOf(picture, width)
  const all = await subjectsIn(values.data, picture)
  const subjects = all.slice(Number(values.from), Number(values.from) + Number(values.count))
  const gap = Math.round(width / 14)
  const layers: OverlayOptions[] = []
  for (const [at, subject] of subjects.entries()) {
    const { data } = await drawPixels({ picture, subject, width })
    const left = gap + (at % columns) * (width + gap)
    layers.push({
      input: data,
      raw: { width, height, channels: 3 },
      left,
      top: gap + Math.floor(at / columns) * (height + gap),
    })
  }
  const size = {
    width: gap + columns * (width + gap),
    height: gap + Math.ceil(subjects.length / columns) * (height + gap),
  }
  await sharp({ create: { ...size, channels: 3, background: '#0b0e0f' } })
    .composite(layers)
    .png()
    .toFile(values.out)
}

function pictureNamed(name: string): PictureShape {
  if (name === 'poster' || name === 'backdrop' || name === 'portrait') return name
  throw new Error(`${name} is neither poster, backdrop nor portrait`)
}

async function subjectsIn(folder: string, picture: PictureShape): Promise<PictureSubject[]> {
  const subjects: PictureSubject[] = []
  for (const file of (await readdir(folder)).filter((name) => name.endsWith('.json')).sort()) {
    const content: unknown = JSON.parse(await readFile(`${folder}/${file}`, 'utf8'))
    if (picture === 'portrait') subjects.push(...peopleIn(content))
    else subjects.push(...titlesIn(content))
  }
  return subjects
}

type TitleRow = {
  imdb: string
  type: 'movie' | 'series'
  titleEn: string
  titleFa: string
  year: number
  genres: string[]
}

function titlesIn(content: unknown): PictureSubject[] {
  if (!Array.isArray(content)) return []
  return content.filter(isTitleRow).map((row) => ({ key: row.imdb, kind: 'title', ...row }))
}

function isTitleRow(row: unknown): row is TitleRow {
  return typeof row === 'object' && row !== null && 'imdb' in row && 'titleFa' in row && 'genres' in row
}

function peopleIn(content: unknown): PictureSubject[] {
  if (Array.isArray(content) || typeof content !== 'object' || content === null) return []
  return Object.entries(content).map(([fullnameEn, person]) => ({
    key: fullnameEn,
    kind: 'person',
    fullnameEn,
    fullnameFa: String(person.fa),
  }))
}

await drawSheet()
