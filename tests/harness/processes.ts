import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

export interface Running {
  child: ChildProcess
  /** Everything the process has printed. */
  output(): string
  /** Resolves when the process has printed this text. Rejects when it ends first. */
  waitForOutput(text: string | RegExp): Promise<void>
  /** Sends a signal, waits for the process to end, and returns its exit code. */
  end(signal?: NodeJS.Signals): Promise<number | null>
  /** Resolves with the exit code. */
  ended: Promise<number | null>
}

/** Starts a process and records its output. */
export function run(command: string, args: string[], env: Record<string, string> = {}, cwd?: string): Running {
  const child = spawn(command, args, { env: { ...process.env, ...env }, cwd, stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  const listeners = new Set<() => void>()
  const hear = (chunk: Buffer) => {
    printed += chunk.toString()
    for (const listener of listeners) listener()
  }
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  const ended = new Promise<number | null>((done) => child.on('exit', (code) => done(code)))
  const holds = (text: string | RegExp) => (typeof text === 'string' ? printed.includes(text) : text.test(printed))
  return {
    child,
    ended,
    output: () => printed,
    waitForOutput(text) {
      return new Promise((done, fail) => {
        const listener = () => {
          if (!holds(text)) return
          listeners.delete(listener)
          done()
        }
        listeners.add(listener)
        listener()
        void ended.then((code) => fail(new Error(`${command} ended with ${code} before it said ${text}:\n${printed}`)))
      })
    },
    async end(signal = 'SIGTERM') {
      child.kill(signal)
      return ended
    },
  }
}

/** Kills every process whose command line contains this text. Uses Linux's /proc. */
export function killProcesses(text: string) {
  for (const pid of readdirSync('/proc').map(Number)) if (pid > 0 && commandOf(pid).includes(text)) endNow(pid)
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    // The process has ended.
    return ''
  }
}

function endNow(pid: number) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // Ended with its parent.
  }
}
