import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockFolder } from '#server/database/folderLock.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parde-lock-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
const startOf = (pid: number) => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[19]
const leave = (holder: unknown) => writeFileSync(join(folder, 'lock'), JSON.stringify(holder))
/** Alive as long as this test is, and not this process. */
const alive = { pid: process.ppid, started: startOf(process.ppid), boot, host: hostname() }

test('a folder that a living process holds is refused, with its number and what to do', async () => {
  leave(alive)
  await expect(lockFolder(folder)).rejects.toThrow(new RegExp(`in use by process ${process.ppid}\\..*DATA_DIR`))
})

test.each([
  ['a process that is gone', { ...alive, pid: 4_194_303 }],
  ['an earlier boot', { ...alive, boot: 'before' }],
  ['an earlier process whose number came round again', { ...alive, started: '1' }],
  ['nobody anyone can read', 'x{'],
  ['half a file', {}],
])('the lock of %s does not stand in the way', async (_, holder) => {
  leave(holder)
  const release = await lockFolder(folder)
  expect(JSON.parse(readFileSync(join(folder, 'lock'), 'utf8')).pid).toBe(process.pid)
  release()
  expect(readdirSync(folder)).toEqual([])
})

test('a holder on another machine counts as long as it shows that it lives', async () => {
  leave({ ...alive, host: 'elsewhere' })
  await expect(lockFolder(folder)).rejects.toThrow(/on elsewhere/)
  const longAgo = new Date(Date.now() - 120_000)
  utimesSync(join(folder, 'lock'), longAgo, longAgo)
  const release = await lockFolder(folder)
  release()
})

test('a holder that is just stopping is waited for', async () => {
  leave(alive)
  const waiting = lockFolder(folder)
  rmSync(join(folder, 'lock'))
  const release = await waiting
  release()
})

test('letting go of a lock that has become another’s leaves it alone', async () => {
  const release = await lockFolder(folder)
  leave(alive)
  release()
  expect(JSON.parse(readFileSync(join(folder, 'lock'), 'utf8')).pid).toBe(process.ppid)
})
