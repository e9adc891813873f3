import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as cacheNames from '#data/platform/cacheNames.ts'
import { CACHES, LOCAL_ITEMS, policyOf } from '#data/platform/inventory.ts'

test('a trailing asterisk in a key matches any suffix, and other keys match only themselves', () => {
  expect(policyOf(LOCAL_ITEMS, 'parde-draft:comment:7')).toMatchObject({ onSignOut: 'delete' })
  expect(policyOf(LOCAL_ITEMS, 'parde-player')).toMatchObject({ onSignOut: 'keep', onClearDevice: 'delete' })
  expect(policyOf(LOCAL_ITEMS, 'parde-player-2')).toBeUndefined()
})

test('the inventory names every cache of the app, and no cache that has no constant', () => {
  const constants = Object.values(cacheNames).map((name) => (name.endsWith('-') ? `${name}*` : name))
  const workbox = 'workbox-precache-*'
  expect(Object.keys(CACHES).toSorted()).toEqual([...constants, workbox].toSorted())
})

test('the kill switch deletes exactly the caches that the inventory says', () => {
  const [, list] = /const DELETED = \[([^\]]+)\]/.exec(readFileSync('public/sw-off.js', 'utf8')) ?? []
  const deleted = [...(list ?? '').matchAll(/'([^']+)'/g)].map(([, name]) => name)
  const expected = Object.keys(CACHES).filter((name) => policyOf(CACHES, name)?.onKillSwitch === 'delete')
  expect(deleted.toSorted()).toEqual(expected.map((name) => name.replace('*', '')).toSorted())
})
