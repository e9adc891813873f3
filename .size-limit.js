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

/** Files of the precache manifest, which the build writes into the worker. */
function precached() {
  const worker = readFileSync(`${APP}/sw.js`, 'utf8')
  const found = [...worker.matchAll(/url:\s*["'`]([^"'`]+)["'`]|"url":\s*"([^"]+)"/g)].map(
    ([, one, other]) => `${APP}/${one ?? other}`,
  )
  return [...new Set(found)].filter((path) => existsSync(path))
}

/** Scripts and style sheets that opening the player loads in addition to the first scripts, without its dynamic imports. */
function playerScripts() {
  const folder = `${APP}/assets`
  const names = readdirSync(folder)
  const known = new Set(firstScripts())
  const found = []
  const waiting = names.filter((name) => /^watch\._imdb\._id-.*\.js$/.test(name)).map((name) => `${folder}/${name}`)
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (known.has(path)) continue
    known.add(path)
    found.push(path)
    const imports = readFileSync(path, 'utf8').matchAll(/(?:from|import)"\.\/([^"]+\.js)"/g)
    waiting.push(...[...imports].map(([, name]) => `${folder}/${name}`))
  }
  const styles = names.filter((name) => /^Watch.*\.css$/.test(name)).map((name) => `${folder}/${name}`)
  if (found.length < 2 || styles.length === 0)
    throw new Error('no chunk or style sheet of the player was found: was its route renamed?')
  return [...found, ...styles]
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
  { name: 'player', path: playerScripts(), limit: '60 kB', brotli: true },
  { name: 'hls.js', path: hlsScript(), limit: '148 kB', brotli: true },
  { name: 'precache', path: precached(), limit: '600 kB', brotli: true },
]
