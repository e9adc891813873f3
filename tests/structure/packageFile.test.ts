import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const packageFile: Record<string, Record<string, string>> = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))

test('every override has a reason beside it', () => {
  expect(Object.keys(packageFile['//overrides'] ?? {})).toEqual(Object.keys(packageFile.overrides ?? {}))
})

test('the Node version of .nvmrc is one that the engines field allows', () => {
  const [major = 0, minor = 0] = readFileSync(join(ROOT, '.nvmrc'), 'utf8').trim().split('.').map(Number)
  expect(packageFile.engines?.node).toBe('>=20.19')
  expect(major > 20 || (major === 20 && minor >= 19)).toBe(true)
})
