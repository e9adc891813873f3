import { defineConfig } from '@playwright/test'
import { CHROMIUM_FLAGS } from '#tests/e2e/world.ts'
import { findChromium } from '#tests/harness/browser/chromium.ts'

// Inherited by the Playwright workers, which start browsers themselves.
process.env.CHROMIUM ??= findChromium()

/** End-to-end tests: the production build, its service worker and the real server in Chromium. Run by `npm test`. */
export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  globalSetup: './tests/e2e/seed.ts',
  outputDir: 'test-results',
  // The longest files start first, so that no worker is left with one of them at the end.
  projects: [
    { name: 'soak', testMatch: '**/soak.spec.ts' },
    { name: 'axe', testMatch: '**/accessibility.spec.ts' },
    { name: 'builds', testMatch: '**/newVersion.spec.ts' },
    { name: 'app', testIgnore: ['**/soak.spec.ts', '**/accessibility.spec.ts', '**/newVersion.spec.ts'] },
  ],
  workers: 2,
  fullyParallel: false,
  // Bounds for a test that hangs: a busy machine must not fail a test. How fast the app is belongs in `npm run bench`.
  timeout: 300_000,
  expect: { timeout: 60_000, toPass: { timeout: 60_000 } },
  forbidOnly: true,
  // The second attempt tells a race from a defect. A test that needed one counts as failed: see `tests/run.ts`.
  retries: 1,
  failOnFlakyTests: true,
  reporter: [['list'], ['json', { outputFile: '.cache/e2e.json' }]],
  use: {
    locale: 'fa-IR',
    viewport: { width: 360, height: 800 },
    launchOptions: {
      executablePath: process.env.CHROMIUM,
      args: CHROMIUM_FLAGS,
    },
    screenshot: 'only-on-failure',
    // Recording traces makes the run a sixth longer.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
  },
})
