import { afterEach, expect, test, vi } from 'vitest'
import { isStorageLow } from '#data/database/storageQuota.ts'

afterEach(() => vi.unstubAllGlobals())

const MB = 1_000_000
const device = (usage: number, quota: number) =>
  vi.stubGlobal('navigator', { storage: { estimate: async () => ({ usage, quota }), persisted: async () => false } })

test.each([
  ['a large device with free space', 2_000, 10_000, false],
  ['a large device with only the mutation reserve left', 9_950, 10_000, true],
  ['a small quota, four fifths used', 41, 50, true],
  ['a small quota with free space', 30, 50, false],
])('decides whether storage is tight on %s', async (_, used, quota, tight) => {
  device(used * MB, quota * MB)
  expect(await isStorageLow()).toBe(tight)
})

test('does not report tight storage when the browser gives no estimate', async () => {
  vi.stubGlobal('navigator', {})
  expect(await isStorageLow()).toBe(false)
})
