import { defineConfig } from 'vitest/config'

/** Screens whose tests begin a page: what a page listens to from its start would hear the other files' tests as well. */
const ALONE = [
  'referral',
  'dashboard',
  'downloads',
  'installation',
  'liveQuery.retry',
  'reloadGuard',
  'scrollRestoration',
  'player',
  'notifications.push',
  'title.links',
].map((name) => `tests/screens/${name}.test.{ts,tsx}`)

/**
 * Tests of the server and of screens wait for other processes: one that fails is run once more, as the browsers' are, and is
 * named at the end of the run as one to be mended (`tests/run.ts`). A property with a counterexample is never asked again, nor is
 * the data layer, whose promises know no second try.
 */
const retry = { count: 1, condition: /^(?!Property failed)/ }

const screens = { retry, setupFiles: ['tests/harness/screensSetup.ts'], testTimeout: 30_000, hookTimeout: 60_000 }

/** One project per way of running; the rooms they test are the folders of `tests`. */
export default defineConfig({
  test: {
    maxWorkers: 2,
    globalSetup: ['tests/harness/endOfRun.ts'],
    projects: [
      {
        test: {
          name: 'structure',
          include: ['tests/structure/**/*.test.ts'],
          environment: 'node',
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      { test: { name: 'unit', include: ['tests/unit/**/*.test.ts'], environment: 'node' } },
      {
        test: {
          name: 'data',
          include: ['tests/data/**/*.test.ts'],
          environment: './tests/harness/oneWindow.ts',
          isolate: false,
          setupFiles: ['tests/harness/dataSetup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'sync',
          include: ['tests/sync/**/*.test.ts'],
          environment: 'node',
          testTimeout: 600_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'server',
          retry,
          // One database and one server's modules for all files of a worker: they hold nothing between tests.
          isolate: false,
          include: ['tests/server/**/*.test.ts'],
          environment: 'node',
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          ...screens,
          name: 'screens',
          include: ['tests/screens/**/*.test.{ts,tsx}'],
          exclude: ALONE,
          // One app and one window for all files of a worker: to load them anew takes longer than the tests.
          environment: './tests/harness/oneWindow.ts',
          isolate: false,
        },
      },
      { test: { ...screens, name: 'screens alone', include: ALONE, environment: 'jsdom' } },
    ],
  },
})
