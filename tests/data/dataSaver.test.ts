import { afterEach, beforeEach, expect, test } from 'vitest'
import { isDataSaverLikely, isDataSaverOn, storeDataSaver } from '#data/database/dataSaver.ts'
import { deviceDatabase as database } from '#data/database/deviceDatabase.ts'
import { fakeCaches, type TestCaches } from '#tests/harness/browser/fakeCaches.ts'

let caches: TestCaches
beforeEach(() => {
  caches = fakeCaches()
})
afterEach(async () => {
  caches.restore()
  Reflect.deleteProperty(navigator, 'connection')
  await database.meta.clear()
})

const browserSays = (saveData: boolean) =>
  Object.defineProperty(navigator, 'connection', { value: { saveData }, configurable: true })
const both = async () => [await isDataSaverOn(), await isDataSaverLikely()]

test("follows the browser's data saving when the user has chosen nothing, also when it changes", async () => {
  await storeDataSaver(undefined)
  expect(await both()).toEqual([false, false])
  browserSays(true)
  expect(await both()).toEqual([true, true])
  browserSays(false)
  expect(await both()).toEqual([false, false])
})

test("prefers the user's choice over the browser's until it is cleared", async () => {
  await storeDataSaver(true)
  expect(await both()).toEqual([true, true])
  browserSays(true)
  await storeDataSaver(false)
  // Without the database the worker assumes data saving, the cheaper of both errors.
  expect(await both()).toEqual([false, true])
  browserSays(false)
  expect(await both()).toEqual([false, false])
  await storeDataSaver(true)
  await storeDataSaver(undefined)
  expect(await both()).toEqual([false, false])
  expect(caches.all()).toEqual({})
})
