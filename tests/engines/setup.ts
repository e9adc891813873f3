import seed from '#tests/e2e/seed.ts'
import { findChromium } from '#tests/harness/browser/chromium.ts'
import { findFirefox } from '#tests/harness/browser/firefox.ts'
import { requireWebkit } from '#tests/harness/browser/webkit.ts'

/** Installs missing engines before two workers could do it at once, and seeds the database. */
export default async function setup() {
  findChromium()
  findFirefox()
  requireWebkit()
  await seed()
}
