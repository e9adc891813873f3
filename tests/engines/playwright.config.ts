import { defineConfig } from '@playwright/test'
import { ENGINES, type Engine } from './engine.ts'

/** Longest wait for a condition, in ms. Twice the lease that a killed sender leaves on an outbox entry. */
const WAIT = 120_000

/**
 * The engine suite: each scenario runs in Chromium, Firefox and WebKit against the built app, its service worker and the
 * real server. `npm test` leaves out the scenarios tagged `@long`.
 */
export default defineConfig<object, { engine: Engine }>({
  testDir: '.',
  testMatch: '*.spec.ts',
  globalSetup: './setup.ts',
  outputDir: '../../test-results/engines',
  projects: ENGINES.map((engine) => ({ name: engine, use: { engine } })),
  workers: 2,
  fullyParallel: false,
  // Bounds for a test that hangs, as in the end-to-end tests.
  timeout: 300_000,
  expect: { timeout: WAIT, toPass: { timeout: WAIT } },
  forbidOnly: true,
  retries: 0,
  reporter: [['list'], ['json', { outputFile: '../../.cache/engines.json' }]],
})
