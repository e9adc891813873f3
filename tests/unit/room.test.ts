import { afterEach, expect, test, vi } from 'vitest'
import { isTight } from '#data/database/storageQuota.ts'

afterEach(() => vi.unstubAllGlobals())

const MB = 1_000_000
const device = (usage: number, quota: number) =>
  vi.stubGlobal('navigator', { storage: { estimate: async () => ({ usage, quota }), persisted: async () => false } })

test.each([
  ['a large device with room', 2_000, 10_000, false],
  ['a large device whose last room is for one’s own changes', 9_950, 10_000, true],
  ['a small share, four fifths taken', 41, 50, true],
  ['a small share with room', 30, 50, false],
])('pictures stop being kept where room is short: %s', async (_, used, quota, tight) => {
  device(used * MB, quota * MB)
  expect(await isTight()).toBe(tight)
})

test('where the browser does not tell, pictures are kept', async () => {
  vi.stubGlobal('navigator', {})
  expect(await isTight()).toBe(false)
})
