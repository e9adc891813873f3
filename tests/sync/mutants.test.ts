import { afterAll, beforeAll, expect, test } from 'vitest'
import { InvariantViolation } from './checks/invariantChecker.ts'
import { buildMutant } from './mutants/buildMutant.ts'
import { readMutantPlans } from './mutants/mutantPlans.ts'
import { MUTANTS } from './mutants/mutants.ts'
import { runPlan } from './plan/runPlan.ts'
import { openTestServer, type TestServer } from './simulation/testServer.ts'
import { buildCodeUnderTest } from './simulation/world.ts'

/**
 * Mutation testing of the model: each mutant must fail on its stored plan. A search
 * (`npm run test:sync -- --mutant all --runs 1500 --save`) found and shrank most plans; the others were written by hand.
 */
const PLANS = readMutantPlans()

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

test('has exactly one stored plan per mutant', () => {
  expect(Object.keys(PLANS).toSorted()).toEqual(MUTANTS.map(({ name }) => name).toSorted())
})

test('passes every stored plan on unmodified code', async () => {
  const code = await buildCodeUnderTest()
  for (const { plan } of Object.values(PLANS)) await runPlan(code, server, plan)
})

test.each(MUTANTS)('detects the mutant: $name', async ({ name, patches }) => {
  const { plan } = PLANS[name] ?? {}
  if (!plan) throw new Error(`no stored plan for ${name}`)
  const { code, mutantServer } = await buildMutant(patches, server)
  await expect(runPlan(code, mutantServer, plan)).rejects.toThrow(InvariantViolation)
})
