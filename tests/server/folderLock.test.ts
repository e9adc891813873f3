import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockFolder } from '#server/database/folderLock.ts'

/** Shortens the wait of refused locks, in ms. */
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

/** Starts another process that holds the folder. `inNamespace` gives it its own process ids, as in a container (root only). */
async function startHolder({ inNamespace = false } = {}): Promise<ChildProcess> {
  const node = ['--import', 'tsx', '--input-type=module', '-e', LOCK, folder]
  const wrapper = inNamespace && process.getuid?.() === 0 ? ['unshare', '--pid', '--fork', '--kill-child'] : []
  const [command = '', ...words] = [...wrapper, process.execPath, ...node]
  const holder = spawn(command, words, { stdio: ['ignore', 'pipe', 'inherit'] })
  holders.push(holder)
  expect(String((await once(holder.stdout ?? holder, 'data'))[0])).toContain('held')
  return holder
}

test('refuses a folder that a running process holds, with its process id and instructions', async () => {
  const { pid } = await startHolder()
  await expect(lockFolder(folder, PATIENCE)).rejects.toThrow(new RegExp(`in use by process ${pid} on .*DATA_DIR`))
})

test('refuses a folder held from another process id namespace', async () => {
  await startHolder({ inNamespace: true })
  await expect(lockFolder(folder, PATIENCE)).rejects.toThrow(/in use by process \d+ on /)
})

test('refuses a folder whose holder is suspended', async () => {
  const holder = await startHolder()
  holder.kill('SIGSTOP')
  await expect(lockFolder(folder, PATIENCE)).rejects.toThrow(/in use by another process/)
})

test('refuses a second lock of the same process', async () => {
  const release = await lockFolder(folder)
  await expect(lockFolder(folder, PATIENCE)).rejects.toThrow(`process ${process.pid}`)
  await release()
})

test('takes over from a killed holder and removes its socket', async () => {
  const holder = await startHolder()
  holder.kill('SIGKILL')
  await once(holder, 'exit')
  expect(readdirSync(folder)).toHaveLength(1)
  const release = await lockFolder(folder)
  expect(readdirSync(folder)).toHaveLength(1)
  await release()
  expect(readdirSync(folder)).toEqual([])
})

test('waits for a holder that is shutting down', async () => {
  const release = await lockFolder(folder)
  const waiting = lockFolder(folder)
  await release()
  await (await waiting)()
})

test('gives the lock to exactly one of four processes that start after a crash', async () => {
  const holder = await startHolder()
  holder.kill('SIGKILL')
  await once(holder, 'exit')
  const attempts = await Promise.allSettled(Array.from({ length: 4 }, () => lockFolder(folder, 5_000)))
  const held = attempts.flatMap((attempt) => (attempt.status === 'fulfilled' ? [attempt.value] : []))
  expect(held).toHaveLength(1)
  await held[0]?.()
})

test('respects a lock file of an older version while it is being touched', async () => {
  writeFileSync(join(folder, 'lock'), '{}')
  await expect(lockFolder(folder, PATIENCE)).rejects.toThrow(/an older version/)
  const longAgo = new Date(Date.now() - 60_000)
  utimesSync(join(folder, 'lock'), longAgo, longAgo)
  await (await lockFolder(folder))()
})

test('refuses a folder whose path is too long for a socket, with instructions', async () => {
  await expect(lockFolder(join(folder, 'x'.repeat(120)))).rejects.toThrow(/too long.*DATA_DIR/)
})
