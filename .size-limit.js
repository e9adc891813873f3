import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** Budgets of the built app; `npm run size` after `npm run build`. A broken one fails the tests. */
const APP = 'dist/app'

/** The scripts that a drawn home asks for at once; the databases' library comes after it (`server/pages/home.ts`). */
function firstScripts() {
  const html = readFileSync(`${APP}/index.html`, 'utf8')
  const drawn = html.replace(/<link rel="modulepreload" data-databases[^>]*>/, '')
  const found = [...drawn.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, path]) => `${APP}${path}`)
  if (found.length === 0) throw new Error('index.html names no script: was the app built?')
  return [...new Set(found)]
}

/** The sheet that index.html names below its frame. */
function firstStyles() {
  const [, path] = /rel="stylesheet" href="(\/assets\/[^"]+)"/.exec(readFileSync(`${APP}/index.html`, 'utf8')) ?? []
  if (path === undefined) throw new Error('index.html names no style sheet: was the app built?')
  return `${APP}${path}`
}

/** What the worker keeps from its first moment, by the list the build wrote into it. */
function precached() {
  const worker = readFileSync(`${APP}/sw.js`, 'utf8')
  const found = [...worker.matchAll(/url:\s*["'`]([^"'`]+)["'`]|"url":\s*"([^"]+)"/g)].map(
    ([, one, other]) => `${APP}/${one ?? other}`,
  )
  return [...new Set(found)].filter((path) => existsSync(path))
}

/** What opening a film brings beyond the first scripts, with the style sheets that come along; what is asked for later is not in it. */
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
  if (found.length < 2 || styles.length === 0) throw new Error('the route of the player is called otherwise by now')
  return [...found, ...styles]
}

/** Comes with the first film, where the browser itself cannot bring it. */
function filmBringer() {
  const found = readdirSync(`${APP}/assets`).filter((name) => /^hls-.*\.js$/.test(name))
  if (found.length !== 1) throw new Error('hls.js is not in a file of its own')
  return found.map((name) => `${APP}/assets/${name}`)
}

export default [
  // What the frame is drawn with is in it: it stands before the first paint of any page. The home's content comes on top of it;
  // what it may grow to is held by tests/server/prerenderedHome.test.ts.
  { name: 'index.html', path: `${APP}/index.html`, limit: '4 kB', brotli: true },
  { name: 'first style sheet', path: firstStyles(), limit: '10 kB', brotli: true },
  // 1.15 times what React, the router, the query cache, and the theme weigh with nothing to show (153 kB).
  { name: 'scripts before the first screen', path: firstScripts(), limit: '176 kB', brotli: true },
  { name: 'player', path: playerScripts(), limit: '60 kB', brotli: true },
  { name: 'hls.js', path: filmBringer(), limit: '148 kB', brotli: true },
  // As it travels, like the bars it is held against: half of what they allow, the player's share not yet in it.
  { name: 'precache', path: precached(), limit: '600 kB', brotli: true },
]
