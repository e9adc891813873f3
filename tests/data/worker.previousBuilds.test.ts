import { afterEach, beforeEach, expect, test } from 'vitest'
import { fakeCaches, type TestCaches } from '#tests/harness/browser/fakeCaches.ts'
import { cachePreviousBuild, MAX_PREVIOUS_FILES, previousBuildFile } from '../../sw/previousBuilds.ts'

const PRECACHE = 'precache'
const PREVIOUS = 'parde-former-files'

let caches: TestCaches
beforeEach(() => {
  caches = fakeCaches()
})
afterEach(() => caches.restore())

const urlOf = (name: string) => new URL(`/assets/${name}`, location.href).href

/** Activates a build whose files replace those of the previous one. */
async function activate(names: string[]) {
  const precache = await globalThis.caches.open(PRECACHE)
  const built = new Set(names.map(urlOf))
  await cachePreviousBuild({ from: PRECACHE, built: '/assets/', without: built })
  for (const request of await precache.keys()) if (!built.has(request.url)) await precache.delete(request)
  for (const name of names) await precache.put(urlOf(name), new Response(name))
}

const textOf = async (name: string) => (await previousBuildFile(urlOf(name)))?.text()

test('keeps the files that a build replaces, over several builds', async () => {
  await activate(['a1.js', 'same.js'])
  await activate(['a2.js', 'same.js'])
  await activate(['a3.js', 'same.js'])
  expect(await textOf('a1.js')).toBe('a1.js')
  expect(await textOf('a2.js')).toBe('a2.js')
  expect(await textOf('a3.js')).toBeUndefined()
  expect(await textOf('same.js')).toBeUndefined()
})

test('deletes the files that were replaced first, however old they are', async () => {
  await activate(['stable.js', 'first.js'])
  for (let build = 0; build * 100 <= MAX_PREVIOUS_FILES; build++)
    await activate(['stable.js', ...Array.from({ length: 100 }, (_, file) => `${build}-${file}.js`)])
  await activate(['last.js'])
  expect(caches.all()[PREVIOUS]).toHaveLength(MAX_PREVIOUS_FILES)
  expect(await textOf('first.js')).toBeUndefined()
  expect(await textOf('stable.js')).toBe('stable.js')
})

test('deletes the numbered caches of earlier versions', async () => {
  await globalThis.caches.open('parde-former-7')
  await activate(['a1.js'])
  expect(Object.keys(caches.all())).not.toContain('parde-former-7')
})
