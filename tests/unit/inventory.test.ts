import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as cacheNames from '#data/platform/cacheNames.ts'
import { cacheGroupOf } from '#data/platform/inventory.ts'

const names = [...Object.values(cacheNames), 'workbox-precache-v2-https://parde.example/'].map((name) =>
  name.endsWith('-') ? `${name}1` : name,
)

test.each(names)('the inventory knows the cache %s', (name) => {
  expect(cacheGroupOf(name)).toBeDefined()
})

test('the kill switch deletes exactly the caches that the inventory says', () => {
  const [, pattern] = /names\.filter\(\(name\) => \/(.+?)\/\.test/.exec(readFileSync('public/sw-off.js', 'utf8')) ?? []
  expect(pattern).toBeDefined()
  const deleted = names.filter((name) => new RegExp(pattern ?? '').test(name))
  expect(deleted).toEqual(names.filter((name) => cacheGroupOf(name)?.onKillSwitch === 'delete'))
})

test('names of caches are written only in cacheNames.ts', () => {
  const files = ['src', 'sw'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  )
  const broken = files.filter(
    (file) =>
      /\.tsx?$/.test(file) && /(caches\.(open|delete|has)\(|cacheName: )['"`]\w/.test(readFileSync(file, 'utf8')),
  )
  expect(broken).toEqual([])
})
