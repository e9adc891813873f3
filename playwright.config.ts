import { defineConfig } from '@playwright/test'
import { CHROMIUM_FLAGS } from '#tests/e2e/world.ts'
import { findChromium, findHeadlessShell } from '#tests/harness/browser/chromium.ts'

// Inherited by the Playwright workers, which read this file again.
const { CHROMIUM = findChromium(), HEADLESS_SHELL = findHeadlessShell() } = process.env
Object.assign(process.env, { CHROMIUM, HEADLESS_SHELL })

const SOAK = '**/soak.spec.ts'
const AXE = '**/accessibility.spec.ts'
const BUILDS = '**/newVersion.spec.ts'
/** Tests of what only the whole Chromium has, or of when it paints. The others run in its headless shell. */
const WHOLE_BROWSER = [
  'backForwardCache',
  'downloads',
  'filmRedirect',
  'installed',
  'inventory',
  'layoutShifts',
  'notifications',
  'player.phone',
].map((name) => `**/${name}.spec.ts`)

const launch = (executablePath: string) => ({ launchOptions: { executablePath, args: CHROMIUM_FLAGS } })
const shell = launch(HEADLESS_SHELL)

/** End-to-end tests: the production build, its service worker and the real server in Chromium. Run by `npm test`. */
export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  globalSetup: './tests/e2e/seed.ts',
  outputDir: 'test-results',
  // The longest files start first, so that no worker is left with one of them at the end.
  projects: [
    { name: 'soak', testMatch: SOAK, use: shell },
    { name: 'axe', testMatch: AXE, use: shell },
    { name: 'builds', testMatch: BUILDS, use: shell },
    { name: 'whole browser', testMatch: WHOLE_BROWSER, use: launch(CHROMIUM) },
    { name: 'app', testIgnore: [SOAK, AXE, BUILDS, ...WHOLE_BROWSER], use: shell },
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
    screenshot: 'only-on-failure',
    // Recording traces makes the run a sixth longer.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
  },
})
