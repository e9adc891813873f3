import { readFileSync } from 'node:fs'
import { type Command, InvalidArgumentError } from 'commander'
import { COLUMNS, cellValue } from '#server/catalogue/import/readRecords.ts'
import { CommandError } from '#server/operator/command.ts'

export interface FactOptions {
  set: Record<string, unknown>
  file?: string
  version?: string
}

/** Adds the options with which facts are changed. */
export function factOptions(command: Command): Command {
  return versionOption(
    command
      .option('--set <name=value>', 'change a fact; entries of lists are separated by | or commas', addFact, {})
      .option('--file <file>', 'change the facts of a JSON object; - reads standard input'),
  )
}

/** Adds the option that refuses a change of what someone else has changed meanwhile. */
export function versionOption(command: Command): Command {
  return command.option('--version <version>', 'refuse if the record has another version than show printed')
}

/** The changed facts of both options; `--set` overrides the file. Throws a `CommandError` if the file cannot be used. */
export function factsOf({ set, file }: FactOptions): object {
  if (file === undefined) return set
  try {
    const found: unknown = JSON.parse(readFileSync(file === '-' ? 0 : file, 'utf8'))
    if (typeof found === 'object' && found !== null && !Array.isArray(found)) return { ...found, ...set }
  } catch (error) {
    if (error instanceof SyntaxError) throw new CommandError(`${file} is no JSON: ${error.message}`, { cause: error })
    if (error instanceof Error && 'code' in error) throw new CommandError(`${file} cannot be read.`, { cause: error })
    throw error
  }
  throw new CommandError(`${file} has no JSON object.`)
}

/** Adds the fact of a `--set` option. */
export function addFact(text: string, facts: Record<string, unknown>): Record<string, unknown> {
  const [, name = '', value = ''] = /^(\w+)=(.*)$/s.exec(text) ?? []
  if (name === '') throw new InvalidArgumentError('Expected a name, = and a value.')
  return { ...facts, [name]: factValue(name, value.trim()) }
}

/** The value of a fact by the rules of CSV files. An empty one removes the fact. */
function factValue(name: string, text: string): unknown {
  const type = name === 'titles' ? 'list' : Object.hasOwn(COLUMNS, name) ? COLUMNS[name] : undefined
  if (name === 'seasons' || name === 'tomatoes') throw new InvalidArgumentError(`${name} needs --file.`)
  const isList = type === 'list' || type === 'cast'
  if (text === '') return isList ? [] : null
  if (type === undefined) return text
  return cellValue(isList && !text.includes('|') ? text.replaceAll(',', '|') : text, type)
}
