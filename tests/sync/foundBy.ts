import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Plan } from './steps.ts'

const FILE = resolve(import.meta.dirname, 'foundBy.json')

/** How a planted fault was found, to be found so again in one run. */
interface Finding {
  /** how many plans of the seed it took; nothing where the plan was made by hand */
  runs?: number
  seed?: number
  invariant: string
  /** the plan that found it, made small */
  plan: Plan
}

/** By the names of the faults. */
export function findings(): Record<string, Finding> {
  return JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, Finding>
}

export async function keepPlan(name: string, finding: Finding): Promise<void> {
  await writeFile(FILE, `${JSON.stringify({ ...findings(), [name]: finding }, null, 2)}\n`)
}
