import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { patiently } from '#server/platform/retryWhileRestarting.ts'
import { StartProblem } from '#server/platform/startupError.ts'

/** A holder on another machine (or in another container) shows that it lives by touching the file this often, in ms. */
const TOUCH = 10_000
/** A file from elsewhere that nobody has touched for this long belongs to nobody. */
const ABANDONED = 60_000

interface Holder {
  pid: number
  /** when the process started, in the kernel's ticks; a pid comes round again, this with it does not */
  started: string
  /** which boot that was counted in */
  boot: string
  host: string
}

/**
 * Takes a data folder for this process alone: two on one embedded database would lose data without a word. A lock
 * whose holder was killed, or was of an earlier boot, does not stand in the way; a holder that is just stopping is
 * waited for. Answers how to release it.
 */
export async function lockFolder(folder: string): Promise<() => void> {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'lock')
  const mine = `${JSON.stringify(thisProcess())}\n`
  await patiently(() => {
    if (take(file, mine)) return
    const found = read(file)
    if (found !== undefined && isAlive(found, file)) throw inUse(folder, found)
    if (found !== undefined) clearAway(file, found)
    if (!take(file, mine)) throw inUse(folder, read(file) ?? '')
  })
  const touching = setInterval(() => touch(file), TOUCH)
  touching.unref()
  return () => {
    clearInterval(touching)
    if (read(file) === mine) rmSync(file, { force: true })
  }
}

/** Puts the whole file there at once, unless there is one. */
function take(file: string, content: string): boolean {
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, content, { mode: 0o600 })
  try {
    linkSync(draft, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Removes a dead holder's file, and puts it back if meanwhile it was another's. */
function clearAway(file: string, dead: string): void {
  const aside = `${file}.dead.${process.pid}`
  try {
    renameSync(file, aside)
  } catch {
    return
  }
  if (read(aside) !== dead) {
    try {
      linkSync(aside, file)
    } catch {}
  }
  rmSync(aside, { force: true })
}

function isAlive(content: string, file: string): boolean {
  const holder = parse(content)
  if (!holder) return false
  if (holder.host !== hostname()) return ageOf(file) < ABANDONED
  if (holder.boot !== bootId() || holder.pid === process.pid) return false
  try {
    process.kill(holder.pid, 0)
  } catch (error) {
    // EPERM: there is such a process, of another user.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  const { started, isDead } = statOf(holder.pid)
  return !isDead && started === holder.started
}

function parse(content: string): Holder | undefined {
  try {
    const holder: Partial<Holder> | null = JSON.parse(content)
    return typeof holder?.pid === 'number' ? { started: '', boot: '', host: '', ...holder, pid: holder.pid } : undefined
  } catch {
    return undefined
  }
}

function thisProcess(): Holder {
  return { pid: process.pid, started: statOf(process.pid).started, boot: bootId(), host: hostname() }
}

/** From Linux' /proc; where there is none the pid alone has to do. */
function statOf(pid: number): { started: string; isDead: boolean } {
  const stat = read(`/proc/${pid}/stat`) ?? ''
  // The second field is the name in brackets, which may hold anything; the third is the state, the 22nd the start.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return { started: fields[19] ?? '', isDead: fields[0] === 'Z' || fields[0] === 'X' }
}

function bootId(): string {
  return read('/proc/sys/kernel/random/boot_id')?.trim() ?? ''
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

function ageOf(file: string): number {
  const found = statSync(file, { throwIfNoEntry: false })
  return found ? Date.now() - found.mtimeMs : Number.POSITIVE_INFINITY
}

function touch(file: string): void {
  try {
    utimesSync(file, new Date(), new Date())
  } catch {}
}

function inUse(folder: string, content: string): StartProblem {
  const holder = parse(content)
  const who = holder ? `process ${holder.pid}${holder.host === hostname() ? '' : ` on ${holder.host}`}` : 'somebody'
  return new StartProblem(
    `The data folder ${folder} is in use by ${who}. Stop that one first, or give this one another folder by DATA_DIR.`,
  )
}
