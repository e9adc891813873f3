import { afterAll, beforeAll, expect, test } from 'vitest'
import { campaign } from './campaign.ts'
import { openTestServer, type TestServer } from './simulation/testServer.ts'
import { buildCodeUnderTest, type CodeUnderTest } from './simulation/world.ts'

/** Plans per seed in `npm test`. `npm run test:sync` runs as many as its `--runs` says. */
const RUNS = 150

/**
 * Defines the model test for one seed. Each seed has its own test file, so that vitest runs them in parallel. The seeds
 * are fixed, since random ones would make the test flaky; `npm run test:sync` draws new ones.
 */
export function testModel(seed: number) {
  let server: TestServer
  let code: CodeUnderTest
  beforeAll(async () => {
    server = await openTestServer('pglite')
    code = await buildCodeUnderTest()
  })
  afterAll(() => server.close())

  test(`all sync invariants hold in ${RUNS} random plans of seed ${seed}`, async () => {
    const { failure } = await campaign(code, server, { runs: RUNS, seed })
    expect(failure, failure).toBeUndefined()
  })
}
