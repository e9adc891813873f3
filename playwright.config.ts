import { defineConfig } from '@playwright/test'
import { CHROMIUM_FLAGS } from '#tests/e2e/world.ts'
import { findChromium } from '#tests/harness/chromium.ts'

// For the workers, too, which start browsers of their own.
process.env.CHROMIUM ??= findChromium()

/** End to end: the production build, its worker and the real server in real Chromium. Started by `npm test`. */
export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  globalSetup: './tests/e2e/seed.ts',
  outputDir: 'test-results',
  // The longest first, and early what has a world of its own, so that nobody waits for it alone at the end.
  projects: [
    { name: 'soak', testMatch: '**/soak.spec.ts' },
    { name: 'axe', testMatch: '**/accessibility.spec.ts' },
    { name: 'builds', testMatch: '**/newVersion.spec.ts' },
    { name: 'app', testIgnore: ['**/soak.spec.ts', '**/accessibility.spec.ts', '**/newVersion.spec.ts'] },
  ],
  workers: 2,
  fullyParallel: false,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  // A machine that stands still for seconds is no fault of the app; whoever needs a second try is named at the end.
  retries: 1,
  reporter: [['list'], ['json', { outputFile: '.cache/e2e.json' }]],
  use: {
    locale: 'fa-IR',
    viewport: { width: 360, height: 800 },
    launchOptions: {
      executablePath: process.env.CHROMIUM,
      args: CHROMIUM_FLAGS,
    },
    screenshot: 'only-on-failure',
    // Writing everything down costs a sixth of the time: only where somebody wants to look.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
  },
})
