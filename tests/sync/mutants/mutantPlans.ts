import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Plan } from '#tests/sync/plan/plan.ts'

const FILE = resolve(import.meta.dirname, 'mutantPlans.json')

/** A plan that makes one mutant fail. */
interface MutantPlan {
  /** how many plans the search took; undefined for a plan written by hand */
  runs?: number
  seed?: number
  invariant: string
  /** the failing plan after shrinking */
  plan: Plan
}

/** Reads the stored plans, by name of mutant. */
export function readMutantPlans(): Record<string, MutantPlan> {
  return JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, MutantPlan>
}

export async function saveMutantPlan(name: string, found: MutantPlan): Promise<void> {
  await writeFile(FILE, `${JSON.stringify({ ...readMutantPlans(), [name]: found }, null, 2)}\n`)
}
