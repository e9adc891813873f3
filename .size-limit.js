import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** Size budgets of the built app, checked by `npm run size` after `npm run build`, and by `npm test`. */
const APP = 'dist/app'

/** Scripts that the prerendered home loads. The chunk of the databases loads later (`server/pages/home.ts`). */
function firstScripts() {
  const html = readFileSync(`${APP}/index.html`, 'utf8')
  const home = html.replace(/<link rel="modulepreload" data-databases[^>]*>/, '')
  const found = [...home.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, path]) => `${APP}${path}`)
  if (found.length === 0) throw new Error('index.html names no script: was the app built?')
  return [...new Set(found)]
}

/** The style sheet linked below the app frame. */
function firstStyles() {
  const [, path] = /rel="stylesheet" href="(\/assets\/[^"]+)"/.exec(readFileSync(`${APP}/index.html`, 'utf8')) ?? []
  if (path === undefined) throw new Error('index.html names no style sheet: was the app built?')
  return `${APP}${path}`
}

/** Each precached file costs a round trip at the first visit. */
const MAX_PRECACHED_FILES = 30

/** The files of the precache, from the list that the build wrote into the worker. */
function precached() {
  const worker = readFileSync(`${APP}/sw.js`, 'utf8')
  const found = [...worker.matchAll(/url:\s*["'`]([^"'`]+)["'`]|"url":\s*"([^"]+)"/g)].map(
    ([, one, other]) => `${APP}/${one ?? other}`,
  )
  const files = [...new Set(found)].filter((path) => existsSync(path))
  if (files.length > MAX_PRECACHED_FILES)
    throw new Error(`${files.length} files are precached; at most ${MAX_PRECACHED_FILES} may be (vite.chunks.ts)`)
  return files
}

/** The chunk of the player with its styles. It loads on a title's page, which has loaded the chunks that it imports. */
function playerFiles() {
  const found = readdirSync(`${APP}/assets`).filter((name) => /^player-.*\.(js|css)$/.test(name))
  if (found.length !== 2) throw new Error('the player has no chunk of its own with a style sheet (vite.chunks.ts)')
  return found.map((name) => `${APP}/assets/${name}`)
}

/** hls.js, which loads with the first film in browsers without native HLS. */
function hlsScript() {
  const found = readdirSync(`${APP}/assets`).filter((name) => /^hls-.*\.js$/.test(name))
  if (found.length !== 1) throw new Error('hls.js is not in a chunk of its own')
  return found.map((name) => `${APP}/assets/${name}`)
}

export default [
  // Includes the app frame and its styles. tests/server/prerenderedHome.test.ts limits the prerendered home.
  { name: 'index.html', path: `${APP}/index.html`, limit: '4 kB', brotli: true },
  { name: 'first style sheet', path: firstStyles(), limit: '10 kB', brotli: true },
  // 1.15 × the hello-world floor: React, router, query cache and theme with an empty screen are 153 kB (docs/quality.md#speed).
  { name: 'scripts before the first screen', path: firstScripts(), limit: '176 kB', brotli: true },
  { name: 'player', path: playerFiles(), limit: '46 kB', brotli: true },
  { name: 'hls.js', path: hlsScript(), limit: '148 kB', brotli: true },
  // docs/quality.md#speed: at most 550 kB packed.
  { name: 'precache', path: precached(), limit: '550 kB', brotli: true },
]
