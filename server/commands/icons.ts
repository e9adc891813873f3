import { mkdir, readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { SPLASH_SIZES, splashPath } from '#contract/splashScreens.ts'

/**
 * Creates the app icons and splash screens from `public/icon.svg`. Run it when the drawing changes, and commit the
 * result. The drawing fills its square and keeps its figure within the middle 80 %, so maskable icons only lack the
 * rounded corners.
 */
const drawing = await readFile('public/icon.svg')
const CORNER = 0.22

for (const size of [192, 512]) {
  const square = await sharp(drawing, { density: 144 }).resize(size, size).png().toBuffer()
  const radius = size * CORNER
  const mask = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"><rect width="${size}" height="${size}" rx="${radius}"/></svg>`
  await sharp(square)
    .composite([{ input: Buffer.from(mask), blend: 'dest-in' }])
    .png({ palette: true, quality: 92, effort: 10 })
    .toFile(`public/icon-${size}.png`)
  await sharp(square).png({ palette: true, quality: 92, effort: 10 }).toFile(`public/icon-maskable-${size}.png`)
}
// iOS rounds the corners itself and does not support transparency.
await sharp(drawing, { density: 144 })
  .resize(180, 180)
  .flatten()
  .png({ palette: true, effort: 10 })
  .toFile('public/apple-touch-icon.png')

// iOS splash screens: the page's dark background and the icon at the same relative size.
await mkdir('public/splash', { recursive: true })
for (const [width, height] of SPLASH_SIZES) {
  const side = Math.round(width / 4)
  const rounded = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}"><rect width="${side}" height="${side}" rx="${side * CORNER}"/></svg>`
  const figure = await sharp(drawing, { density: 288 })
    .resize(side, side)
    .composite([{ input: Buffer.from(rounded), blend: 'dest-in' }])
    .png()
    .toBuffer()
  await sharp({ create: { width, height, channels: 3, background: '#0b0e0f' } })
    .composite([{ input: figure }])
    .png({ palette: true, quality: 88, effort: 10 })
    .toFile(`public${splashPath(width, height)}`)
}
