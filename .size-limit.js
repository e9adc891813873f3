import { existsSync, readFileSync } from 'node:fs'

/** Budgets of the built app; `npm run size` after `npm run build`. A broken one fails the tests. */
const APP = 'dist/app'

/** The scripts that index.html asks for at once. */
function firstScripts() {
  const html = readFileSync(`${APP}/index.html`, 'utf8')
  const found = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, path]) => `${APP}${path}`)
  if (found.length === 0) throw new Error('index.html names no script: was the app built?')
  return [...new Set(found)]
}

/** What the worker keeps from its first moment, by the list the build wrote into it. */
function precached() {
  const worker = readFileSync(`${APP}/sw.js`, 'utf8')
  const found = [...worker.matchAll(/url:\s*["'`]([^"'`]+)["'`]|"url":\s*"([^"]+)"/g)].map(
    ([, one, other]) => `${APP}/${one ?? other}`,
  )
  return [...new Set(found)].filter((path) => existsSync(path))
}

export default [
  // With the first style sheet in it: what stands before the first paint of any page. The home's content comes on top of it, in
  // some 11 kB, behind what its hero needs (docs/performance.md); what it may grow to is held by tests/server/home.test.ts.
  { name: 'index.html', path: `${APP}/index.html`, limit: '13 kB', brotli: true },
  // 1.15 times what React, the router, the query cache, Dexie and the theme weigh with nothing to show (172 kB).
  { name: 'scripts before the first screen', path: firstScripts(), limit: '198 kB', brotli: true },
  // As it travels, like the bars it is held against: half of what they allow, the player's share not yet in it.
  { name: 'precache', path: precached(), limit: '600 kB', brotli: true },
]
