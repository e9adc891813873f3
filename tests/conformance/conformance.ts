import { LEVELS, type Level } from '#server/openapi/levels.ts'
import { type Operation, operations } from '#tests/harness/openapi.ts'
import { type Backend, CHECKS, type Check, openBackend } from './checks.ts'
import { Unmet } from './client.ts'

interface LevelReport {
  level: Level
  title: string
  passed: number
  /** a sentence for each check that failed */
  failures: string[]
}

export interface Report {
  levels: LevelReport[]
  /** optional calls without a body, and whether the backend has them; empty when no user could be registered */
  optional: { call: string; isThere: boolean }[]
}

/** Runs every check against the API at an address. Registers two users there and writes comments. */
export async function checkBackend(base: string): Promise<Report> {
  let backend: Backend | undefined
  let why = ''
  try {
    backend = await openBackend(base)
  } catch (error) {
    why = sentenceOf(error)
  }
  const levels: LevelReport[] = []
  for (const { id, title } of LEVELS) {
    const report: LevelReport = { level: id, title, passed: 0, failures: [] }
    levels.push(report)
    if (!backend) {
      report.failures.push(`nothing can be checked: ${why}`)
      continue
    }
    for (const check of CHECKS.filter(({ level }) => level === id)) {
      const failure = await failureOf(check, backend)
      if (failure === undefined) report.passed += 1
      else report.failures.push(`${check.name}: ${failure}`)
    }
  }
  return { levels, optional: backend ? await optionalCalls(backend) : [] }
}

/** Whether the backend reaches a level: it and those below it without a failure. */
export function reaches({ levels }: Report, level: Level): boolean {
  const last = levels.findIndex((one) => one.level === level)
  return levels.slice(0, last + 1).every(({ failures }) => failures.length === 0)
}

export function printReport({ levels, optional }: Report): string {
  const rows = levels.map(({ level, title, passed, failures }) => {
    const all = passed + failures.length
    return `${level.padEnd(10)} ${(failures.length === 0 ? 'ok' : 'FAILED').padEnd(7)} ${`${passed}/${all}`.padStart(6)}  ${title}`
  })
  const failed = levels.flatMap(({ level, failures }) => failures.map((failure) => `  ${level}: ${failure}`))
  const missing = optional.filter(({ isThere }) => !isThere).map(({ call }) => call)
  return [
    `${'level'.padEnd(10)} ${'result'.padEnd(7)} ${'checks'.padStart(6)}`,
    ...rows,
    ...(failed.length > 0 ? ['', ...failed] : []),
    ...(missing.length > 0 ? ['', `Optional calls that are not there: ${missing.join(', ')}`] : []),
  ].join('\n')
}

async function failureOf({ run }: Check, backend: Backend): Promise<string | undefined> {
  try {
    await run(backend)
    return undefined
  } catch (error) {
    return sentenceOf(error)
  }
}

/** Answers of any shape can break a check: that too is a failure of the backend. */
function sentenceOf(error: unknown): string {
  if (error instanceof Unmet) return error.message
  return `the answer cannot be read (${error instanceof Error ? error.message : String(error)})`
}

async function optionalCalls({ member }: Backend): Promise<Report['optional']> {
  const simple = operations.filter(
    ({ level, method, path }) => level === 'optional' && method === 'GET' && !path.includes('{'),
  )
  const isThere = async ({ method, path }: Operation) =>
    ![404, 405].includes((await member.request(method, path)).status)
  const found: Report['optional'] = []
  for (const one of simple) {
    found.push({ call: `${one.method} ${one.path}`, isThere: await isThere(one).catch(() => false) })
  }
  return found
}
