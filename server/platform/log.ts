import { pino, stdTimeFunctions } from 'pino'

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** Where the log goes: standard error, so that the output of the operator's program is its result alone. */
export const logOutput = {
  write(line: string): void {
    process.stderr.write(process.stderr.isTTY ? readableLine(line) : line)
  },
}

/**
 * The log of the server: one JSON object per line. Lines contain no data of a user; errors go through `reportError`, which
 * removes it.
 */
export const log = pino(
  {
    base: null,
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
  },
  logOutput,
)

interface Line {
  level: string
  time: string
  msg: string
  error?: string
}

/** A line of the log for a person at a terminal. */
export function readableLine(line: string): string {
  const { level, time, msg, error, ...more }: Line = JSON.parse(line)
  const facts = Object.entries(more).map(([name, value]) => `${name}=${String(value)}`)
  const first = [`  ${time.slice(11, 19)}`, ...(level === 'info' ? [] : [level]), msg, ...facts].join(' ')
  return [first, ...(error === undefined ? [] : [error.replace(/^/gm, '    ')]), ''].join('\n')
}
