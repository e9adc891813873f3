import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { Command, InvalidArgumentError } from 'commander'
import { readPlaces } from '#server/config.ts'
import { CommandError } from '#server/operator/command.ts'
import { runOrder } from '#server/operator/openOperator.ts'
import type { CommandEvent, CommandName } from '#server/operator/operatorApi.ts'
import { StartupError } from '#server/platform/startupError.ts'
import { StorageError } from '#server/storage/storage.ts'

/** Exit codes: 1 when a command failed, 2 when it was not understood, 3 when an import refused rows. */
export const EXIT = { failed: 1, usage: 2, refused: 3 } as const

/** The operator's program; the modules of this folder add its commands. */
export const program = new Command('parde')
  .description('Runs a Parde site: catalogue, users, requests, codes and backups. Works beside a running server.')
  .option('--json', 'print events and results as JSON, one per line')
  .showHelpAfterError()
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : EXIT.usage))

/** Parses an argument or option that is a whole number. */
export function whole(text: string): number {
  if (!/^\d{1,10}$/.test(text)) throw new InvalidArgumentError('Expected a whole number.')
  return Number(text)
}

/** Runs a command with the file at a path, prints its events and sets the exit code. */
export function run(command: CommandName, input: object, file?: string) {
  const openFile =
    file === undefined ? undefined : () => Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array>
  return runWith(command, input, openFile)
}

/** Runs a command whose file is a value as JSON. */
export function runWithJson(command: CommandName, input: object, value: object) {
  return runWith(command, input, () => new Blob([JSON.stringify(value)]).stream())
}

function runWith(command: CommandName, input: object, openFile: (() => ReadableStream<Uint8Array>) | undefined) {
  return handled(async () => {
    for await (const event of runOrder(readPlaces(process.env), { command, input, openFile })) print(event)
  })
}

/** Runs a command that is a part of another one, and returns its result. Throws a `CommandError` with its error. */
export async function request(command: CommandName, input: object): Promise<Record<string, unknown>> {
  for await (const event of runOrder(readPlaces(process.env), { command, input })) {
    if ('error' in event) throw new CommandError(event.error)
    if ('result' in event) return event.result
  }
  throw new CommandError('The command ended without a result.')
}

/** Prints what stops a command in one line. */
export async function handled(work: () => Promise<void>) {
  try {
    await work()
  } catch (error) {
    const isForOperator =
      error instanceof StartupError || error instanceof CommandError || error instanceof StorageError
    if (!isForOperator) throw error
    print({ error: error.message })
  }
}

/** Shows how far a command is, on a terminal. */
export function progress(text: string) {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K  ${text}`)
}

/** Prints an event and sets the exit code. */
export function print(event: CommandEvent) {
  if ('error' in event) process.exitCode = EXIT.failed
  else if ('refused' in event) process.exitCode = EXIT.refused
  if (program.opts<{ json?: boolean }>().json) {
    console.log(JSON.stringify(event))
    return
  }
  if ('progress' in event) {
    progress(`${event.progress.rows.toLocaleString('en')} rows`)
    return
  }
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[K')
  if ('error' in event) console.error(event.error)
  else if ('refused' in event) console.error(`line ${event.refused.line}: ${event.refused.reason}`)
  else for (const line of linesOf(event.result)) console.log(line)
}

/** A result as lines: a list alone one entry per line, otherwise facts as `name: value`. */
function linesOf(result: Record<string, unknown>): string[] {
  const isList = Object.keys(result).length === 1
  return Object.entries(result).flatMap(([name, value]) => {
    if (Array.isArray(value) && isList) return value.map(entryLine)
    return factLines(name, value)
  })
}

/** A list of texts in one line, as `--set` takes it, and a list of records with a line each. */
function factLines(name: string, value: unknown): string[] {
  if (value === null) return []
  if (!Array.isArray(value)) return [`${name}: ${typeof value === 'object' ? JSON.stringify(value) : value}`]
  if (value.length === 0) return []
  if (value.every((entry) => typeof entry !== 'object')) return [`${name}: ${value.join('|')}`]
  return value.map((entry) => `${name}: ${entryLine(entry)}`)
}

function entryLine(entry: unknown): string {
  if (typeof entry !== 'object' || entry === null) return String(entry)
  return Object.values(entry)
    .filter((value) => value !== null && value !== '')
    .map((value) => (typeof value === 'object' ? JSON.stringify(value) : value))
    .join('  ')
}
