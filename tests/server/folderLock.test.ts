import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockFolder } from '#server/database/folderLock.ts'

/** Refusals need no long wait, in ms. */
const PATIENCE = 200

let folder: string
let holders: ChildProcess[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parde-lock-'))
  holders = []
})
afterEach(() => {
  for (const holder of holders) holder.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

const LOCK = `const { lockFolder } = await import('./server/database/folderLock.ts')
await lockFolder(process.argv[1])
setInterval(() => undefined, 1000)
console.log('held')`

/** Another process that holds the folder; `inNamespace`: with process ids of its own, as in a container (root only). */
async function startHolder({ inNamespace = false } = {}): Promise<ChildProcess> {
  const node = ['--import', 'tsx', '--input-type=module', '-e', LOCK, folder]
  const wrapper = inNamespace && process.getuid?.() === 0 ? ['unshare', '--pid', '--fork', '--kill-child'] : []
  const [command = '', ...words] = [...wrapper, process.execPath, ...node]
  const holder = spawn(command, words, { stdio: ['ignore', 'pipe', 'inherit'] })
  holders.push(holder)
  expect(String((await once(holder.stdout ?? holder, 'data'))[0])).toContain('held')
  return holder
}

test('refuses a folder that a living process holds, with its number and what to do', async () => {
  const { pid } = await startHolder()
  await expect(lockFolder(folder, PATIENCE)).rejects.toThrow(new RegExp(`in use by process ${pid} on .*DATA_DIR`))
})

test('refuses a folder that is held from another process id namespace', async () => {
  await startHolder({ inNamespace: true })
  await expect(lockFolder(folder, PATIENCE)).rejects.toThrow(/in use by process \d+ on /)
})

test('refuses a folder whose holder is stopped and cannot answer', async () => {
  const holder = await startHolder()
  holder.kill('SIGSTOP')
  await expect(lockFolder(folder, PATIENCE)).rejects.toThrow(/in use by another process/)
})

test('refuses a second lock of the same process', async () => {
  const release = await lockFolder(folder)
  await expect(lockFolder(folder, PATIENCE)).rejects.toThrow(`process ${process.pid}`)
  await release()
})

test('takes over at once from a holder that was killed, and removes its socket', async () => {
  const holder = await startHolder()
  holder.kill('SIGKILL')
  await once(holder, 'exit')
  expect(readdirSync(folder)).toHaveLength(1)
  const release = await lockFolder(folder)
  expect(readdirSync(folder)).toHaveLength(1)
  await release()
  expect(readdirSync(folder)).toEqual([])
})

test('waits for a holder that is just stopping', async () => {
  const release = await lockFolder(folder)
  const waiting = lockFolder(folder)
  await release()
  await (await waiting)()
})

test('gives the lock to exactly one of four that start together after a crash', async () => {
  const holder = await startHolder()
  holder.kill('SIGKILL')
  await once(holder, 'exit')
  const attempts = await Promise.allSettled(Array.from({ length: 4 }, () => lockFolder(folder, 5_000)))
  const held = attempts.flatMap((attempt) => (attempt.status === 'fulfilled' ? [attempt.value] : []))
  expect(held).toHaveLength(1)
  await held[0]?.()
})

test('respects the lock file of an older version for as long as that touches it', async () => {
  writeFileSync(join(folder, 'lock'), '{}')
  await expect(lockFolder(folder, PATIENCE)).rejects.toThrow(/an older version/)
  const longAgo = new Date(Date.now() - 60_000)
  utimesSync(join(folder, 'lock'), longAgo, longAgo)
  await (await lockFolder(folder))()
})

test('refuses a folder whose path is too long for a socket, with what to do', async () => {
  await expect(lockFolder(join(folder, 'x'.repeat(120)))).rejects.toThrow(/too long.*DATA_DIR/)
})
