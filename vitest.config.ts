import { defineConfig } from 'vitest/config'

/** Screen tests that start a whole page: its global listeners would react to the tests of other files. */
const ISOLATED_SCREENS = [
  'dashboard',
  'downloads',
  'idle',
  'installation',
  'liveQuery.retry',
  'notifications.push',
  'player',
  'referral',
  'reloadGuard',
  'scrollRestoration',
  'title.links',
].map((name) => `tests/screens/${name}.test.{ts,tsx}`)

/** Data tests that start the worker, the download manager or the error reporter, which listen globally. */
const ISOLATED_DATA = [
  'downloads.access',
  'downloads.background',
  'downloads.fetch',
  'errorReporting',
  'worker.pictureQuota',
  'worker.previousBuilds',
  'worker.push',
].map((name) => `tests/data/${name}.test.ts`)

/**
 * Loads the app and creates the jsdom window once per vitest worker instead of once per file, which takes longer than
 * the tests themselves.
 */
const shared = { environment: './tests/harness/setup/sharedWindow.ts', isolate: false }

/** For conditions that end after a delay of the app, on a busy machine. The default is 1 s. */
const waiting = { expect: { poll: { timeout: 10_000 } } }

const data = { ...waiting, setupFiles: ['tests/harness/setup/dataSetup.ts'], testTimeout: 30_000, hookTimeout: 60_000 }
const screens = {
  ...waiting,
  setupFiles: ['tests/harness/setup/screensSetup.ts'],
  testTimeout: 30_000,
  hookTimeout: 60_000,
}

/**
 * One project per folder of `tests` and environment. No project retries: a test that passes only at the second attempt
 * has a race, which belongs in the test's or the app's code.
 */
export default defineConfig({
  test: {
    maxWorkers: 3,
    globalSetup: ['tests/harness/setup/dropTestDatabases.ts'],
    projects: [
      {
        test: {
          ...waiting,
          name: 'structure',
          include: ['tests/structure/**/*.test.ts'],
          environment: 'node',
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      { test: { ...waiting, name: 'unit', include: ['tests/unit/**/*.test.ts'], environment: 'node' } },
      {
        test: {
          ...data,
          ...shared,
          name: 'data',
          setupFiles: [...data.setupFiles, 'tests/harness/setup/sharedDataSetup.ts'],
          include: ['tests/data/**/*.test.ts'],
          exclude: ISOLATED_DATA,
        },
      },
      { test: { ...data, name: 'data isolated', include: ISOLATED_DATA, environment: 'jsdom' } },
      {
        test: {
          ...waiting,
          name: 'sync',
          include: ['tests/sync/**/*.test.ts'],
          environment: 'node',
          testTimeout: 600_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          ...waiting,
          name: 'server',
          // The files of a worker share the server's modules and one database, which every test leaves empty of users.
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
          ...shared,
          name: 'screens',
          include: ['tests/screens/**/*.test.{ts,tsx}'],
          exclude: ISOLATED_SCREENS,
        },
      },
      { test: { ...screens, name: 'screens isolated', include: ISOLATED_SCREENS, environment: 'jsdom' } },
    ],
  },
})
