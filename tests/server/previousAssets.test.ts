import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createAppFiles } from '#server/pages/appFiles.ts'
import { copyAssets } from '#server/pages/previousAssets.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'parde-assets-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const DAY = 86_400_000

/** Runs on a day with a build that consists of these files. Returns the files that remain. */
async function run(day: number, names: string[]): Promise<string[]> {
  const from = join(root, 'built')
  const to = join(root, 'copies')
  rmSync(from, { recursive: true, force: true })
  mkdirSync(from)
  for (const name of names) writeFileSync(join(from, name), name)
  await copyAssets({ from, to, names, now: new Date(Date.UTC(2026, 0, 1) + day * DAY) })
  return readdirSync(to).toSorted()
}

test('keeps a file for 30 days after its last build, also if the build was current for longer', async () => {
  expect(await run(0, ['a.js', 'same.js'])).toEqual(['a.js', 'same.js'])
  expect(await run(40, ['a.js', 'same.js'])).toEqual(['a.js', 'same.js'])
  expect(await run(41, ['b.js', 'same.js'])).toEqual(['a.js', 'b.js', 'same.js'])
  expect(await run(70, ['b.js', 'same.js'])).toEqual(['a.js', 'b.js', 'same.js'])
  expect(await run(71, ['b.js', 'same.js'])).toEqual(['a.js', 'b.js', 'same.js'])
  expect(await run(72, ['b.js', 'same.js'])).toEqual(['b.js', 'same.js'])
})

test('keeps the build before the current one if it last ran more than 30 days ago', async () => {
  await run(0, ['a.js'])
  expect(await run(90, ['b.js'])).toEqual(['a.js', 'b.js'])
})

test('two processes copy the same build at once', async () => {
  const names = ['a.js', 'b.js', 'c.js']
  await run(0, names)
  const [from, to] = [join(root, 'built'), join(root, 'other')]
  const copy = () => copyAssets({ from, to, names, now: new Date(Date.UTC(2026, 0, 1)) })
  await Promise.all([copy(), copy()])
  expect(readdirSync(to).toSorted()).toEqual(names)
})

test('serves a file of a previous build after the folder of the app was replaced', async () => {
  const folder = join(root, 'app')
  const build = (name: string) => {
    mkdirSync(join(folder, 'assets'), { recursive: true })
    writeFileSync(join(folder, 'index.html'), `<script src="/assets/${name}"></script>`)
    writeFileSync(join(folder, 'sw.js'), name)
    writeFileSync(join(folder, 'assets', name), name)
  }
  const previousFolder = join(root, 'builds')
  const files = createAppFiles({ folder, previousFolder, apiBase: undefined, apiPort: 8787, proxies: 0 })
  const get = (path: string) => files.request(path, { headers: { Host: 'localhost:4173' } })
  build('one.js')
  await get('/')
  await vi.waitFor(() => expect(readdirSync(join(previousFolder, 'assets'))).toEqual(['one.js']))

  renameSync(folder, join(root, 'old'))
  build('two.js')
  await get('/')
  await vi.waitFor(() => expect(readdirSync(join(previousFolder, 'assets'))).toHaveLength(2))
  const previous = await get('/assets/one.js')
  expect(await previous.text()).toBe('one.js')
  expect(previous.headers.get('Cache-Control')).toContain('immutable')
  expect((await get('/assets/none.js')).status).toBe(404)
})
