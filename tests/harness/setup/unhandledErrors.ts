import { writeFileSync } from 'node:fs'
import type { Reporter, SerializedError, TestModule } from 'vitest/node'

/**
 * A reporter of vitest that writes the errors no test caught, with the test file that ran, to `.cache/unhandled.txt`:
 * the JSON report leaves them out, though they fail the run.
 */
export default class UnhandledErrors implements Reporter {
  onTestRunEnd(_modules: readonly TestModule[], errors: readonly SerializedError[]) {
    const texts = errors.map(({ type, VITEST_TEST_PATH, VITEST_TEST_NAME, message, stack }) =>
      [`${type}, in or after ${VITEST_TEST_PATH}: ${VITEST_TEST_NAME}`, message, stack].join('\n').slice(0, 3_000),
    )
    writeFileSync('.cache/unhandled.txt', texts.join('\n\n'))
  }
}
