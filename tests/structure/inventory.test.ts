import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as inventory from '#data/platform/inventory.ts'

/** Types check keys of web storage, cookies and `meta` rows. These tests check the rest of the names in the source. */

const sources = ['src', 'sw'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => /\.tsx?$/.test(file) && file !== 'src/data/platform/inventory.ts'),
)

function codeOf(file: string): string {
  return readFileSync(file, 'utf8')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/^\s*\/\/.*$/gm, '')
}

function found(pattern: RegExp) {
  return sources.flatMap((file) => [...codeOf(file).matchAll(pattern)].map(([text, name = text]) => ({ file, name })))
}

const { policyOf, CACHES, COOKIES, DATABASES, DEVICE_META, LOCAL_ITEMS, SESSION_ITEMS, USER_META } = inventory
const stored = [CACHES, DATABASES, LOCAL_ITEMS, SESSION_ITEMS, DEVICE_META, USER_META, COOKIES]

/** Names of locks, channels, tags and files, which store nothing on the device. */
const NOT_STORED = ['parde-drain-', 'parde-kept-', 'parde-csrf', 'parde-make-way', 'parde-freshen', 'parde-aside']
/** Files that the user saves. */
const EXPORTS = ['src/features/dashboard/ExportSection.tsx', 'src/parts/actions/useDataExport.ts']

test('every name of the app in the source is in the inventory, or names nothing stored', () => {
  const names = found(/['"`](parde-[\w:-]*)/g)
  expect(names.length).toBeGreaterThan(20)
  const unknown = names.filter(
    ({ file, name }) =>
      !EXPORTS.includes(file) &&
      !NOT_STORED.includes(name) &&
      stored.every((items) => policyOf(items, name) === undefined),
  )
  expect(unknown).toEqual([])
})

test('caches are opened by the constants of cacheNames.ts, and databases by names that the types check', () => {
  expect(found(/(?:caches\.(?:open|delete|has)\(|cacheName: )['"`]\w/g)).toEqual([])
  const databases = found(
    /(?:new Dexie|indexedDB\.open|extends (?:Dexie|SuspendableDatabase) \{[\s\S]*?super)\(([^),]+)/g,
  )
  expect(databases.map(({ name }) => name).toSorted()).toEqual([
    "'parde-device' satisfies DatabaseName",
    'EXPIRATION_DATABASE',
    // `SuspendableDatabase` and its `OpeningRequests`: the name that a subclass passes.
    'name',
    'name',
    'personalDatabaseName(userId',
  ])
})

test('no assertion gets around the types of stored names', () => {
  const asserted = found(
    /\bas (?:LocalKey|SessionKey|CookieName|CacheName|DatabaseName|DeviceMetaKey|UserMetaKey)\b.*/g,
  )
  expect(asserted.map(({ file }) => file)).toEqual(['src/data/session/deleteStored.ts'])
})
