import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { personalDatabase } from '#data/database/personal.ts'
import { closePersonalDatabases } from '#data/database/personalDatabase.ts'
import { deleteOrphanedSegments } from '#data/database/segmentCache.ts'
import { addDownload, clearDownloads, localSource, pauseDownload } from '#data/downloads/downloads.ts'
import { checkPermissions } from '#data/downloads/permissionCheck.ts'
import { clock } from '#data/platform/clock.ts'
import { useDownload, useDownloads } from '#data/react/downloadHooks.ts'
import { clearDevice } from '#data/session/clearDevice.ts'
import { signOut } from '#data/session/signOut.ts'
import {
  DOWNLOAD,
  expectComplete,
  failNetwork,
  films,
  neverAborted,
  readLocal,
  realNow,
  row,
  runAllPasses,
  setUpDownloads,
  signIn,
  testCaches,
} from '#tests/harness/fixtures/downloadDevice.ts'
import { FILE } from '#tests/harness/network/fakeFilmServer.ts'

setUpDownloads()

test('renders only the button of the changed file again, keeps unchanged rows identical and reports a guest', async () => {
  await addDownload(DOWNLOAD)
  let renders = 0
  const target = { titleId: DOWNLOAD.title.id, episodeId: null }
  const list = renderHook(() => useDownloads())
  const ofTitle = renderHook(() => useDownload(target))
  const ofFile = renderHook(() => {
    renders++
    return useDownload({ ...target, fileId: FILE })
  })
  const rows = () => {
    const now = list.result.current
    return now === 'guest' ? [] : (now ?? [])
  }
  await expect.poll(rows).toMatchObject([{ fileId: FILE, refusal: 'fetching' }])
  await expect.poll(() => ofTitle.result.current?.fileId).toBe(FILE)
  await expect.poll(() => ofFile.result.current?.state).toBe('wanted')
  const [[first], rendersBefore] = [rows(), renders]
  await addDownload({ ...DOWNLOAD, fileId: FILE + 1 })
  await expect.poll(() => rows().length).toBe(2)
  expect(rows().find(({ fileId }) => fileId === FILE)).toBe(first)
  expect(renders).toBe(rendersBefore)
  await pauseDownload(FILE)
  await expect.poll(() => ofFile.result.current?.state).toBe('paused')
  films.before = failNetwork
  await signOut({ keepData: true })
  await expect.poll(() => list.result.current).toBe('guest')
  await expect.poll(() => ofFile.result.current).toBeNull()
  for (const { unmount } of [list, ofTitle, ofFile]) unmount()
})

test("ends the permission by the server's clock, also after the device clock was set back, and renews it by asking again", async () => {
  await addDownload(DOWNLOAD)
  await runAllPasses()
  clock.now = () => realNow() + 2 * 86_400_000
  expect(await localSource('tt0000007', FILE)).toMatchObject({ playable: false, why: 'expired' })
  expect((await readLocal('0-1.m4s')).status).toBe(403)
  clock.now = realNow
  expect(await localSource('tt0000007', FILE)).toMatchObject({ playable: false, why: 'expired' })
  closePersonalDatabases()
  clock.now = () => realNow() - 30 * 86_400_000
  expect(await localSource('tt0000007', FILE)).toMatchObject({ playable: false, why: 'expired' })
  clock.now = realNow
  await checkPermissions(await personalDatabase(), { force: true, signal: neverAborted() })
  await expectComplete()
})

test('stops playback when the server withdraws the permission, resumes after renewal and deletes a withdrawn film', async () => {
  await addDownload(DOWNLOAD)
  await runAllPasses()
  films.needs = 'premium'
  films.before = failNetwork
  await checkPermissions(await personalDatabase(), { force: true, signal: neverAborted() }).catch(() => undefined)
  await expectComplete()
  films.before = () => undefined
  await checkPermissions(await personalDatabase(), { force: true, signal: neverAborted() })
  expect(await localSource('tt0000007', FILE)).toMatchObject({ why: 'premium', message: 'اشتراک می‌خواهد' })
  expect((await readLocal('0-1.m4s')).status).toBe(403)
  films.needs = null
  await checkPermissions(await personalDatabase(), { signal: neverAborted() })
  expect(await row()).toMatchObject({ why: 'premium' })
  clock.now = () => realNow() + 3_700_000
  await checkPermissions(await personalDatabase(), { signal: neverAborted() })
  await expectComplete()
  films.isGone = true
  await checkPermissions(await personalDatabase(), { force: true, signal: neverAborted() })
  expect(await row()).toMatchObject({ state: 'stopped', why: 'withdrawn', message: 'دیگر نیست', bytes: 0 })
  expect(testCaches.all()).toEqual({})
})

test('waits for premium when the film needs it and continues once the user has it', async () => {
  films.needs = 'premium'
  await addDownload(DOWNLOAD)
  await runAllPasses()
  expect(await row()).toMatchObject({ state: 'stopped', why: 'premium' })
  films.needs = null
  await checkPermissions(await personalDatabase(), { force: true, signal: neverAborted() })
  await runAllPasses()
  await expectComplete()
})

test("deletes a user's downloads at sign-out, hides them from other users and clears them with the device", async () => {
  await addDownload(DOWNLOAD)
  await runAllPasses()
  await signIn(2)
  expect((await readLocal('0-1.m4s')).status).toBe(404)
  expect(await localSource('tt0000007', FILE)).toBeUndefined()
  await deleteOrphanedSegments(await personalDatabase())
  await signIn(1)
  await expectComplete()
  films.before = failNetwork
  await signOut({ keepData: true })
  expect(testCaches.all()).toEqual({})
  films.before = () => undefined
  await signIn(1)
  expect(await row()).toBeUndefined()
  await addDownload(DOWNLOAD)
  await runAllPasses()
  await clearDownloads()
  expect([await row(), testCaches.all()]).toEqual([undefined, {}])
  await addDownload(DOWNLOAD)
  await runAllPasses()
  await clearDevice()
  expect(testCaches.all()).toEqual({})
})
