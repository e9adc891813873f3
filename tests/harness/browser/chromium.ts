import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { canInstallPackages, installPackage } from '#tests/harness/installPackage.ts'

const PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/snap/bin/chromium']

/**
 * Returns the path of a Chromium: `CHROMIUM`, an installed one, Playwright's download, or Debian's package when running
 * as root.
 */
export function findChromium(): string {
  const named = process.env.CHROMIUM
  if (named) {
    if (existsSync(named)) return named
    throw new Error(`CHROMIUM names ${named}, which is not there`)
  }
  const found = [...PATHS, chromium.executablePath()].find((path) => existsSync(path))
  if (found) return found
  console.log('No Chromium here: trying the test runner’s own download.')
  spawnSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'inherit', timeout: 300_000 })
  if (existsSync(chromium.executablePath())) return chromium.executablePath()
  installPackage('chromium')
  const installed = PATHS.find((path) => existsSync(path))
  if (installed) return installed
  throw new Error('The end-to-end tests need Chromium: install it, or name one in CHROMIUM')
}

const SHELL_PACKAGE = 'chromium-headless-shell'

/**
 * Returns the path of Chromium's headless shell, which renders the same and takes a fifth less processor time, since it
 * lacks the browser around the pages: notifications, background fetches and the media session among others. Debian's
 * package is installed when running as root; without one the whole Chromium is returned.
 */
export function findHeadlessShell(): string {
  const path = `/usr/bin/${SHELL_PACKAGE}`
  if (!existsSync(path) && canInstallPackages()) installPackage(SHELL_PACKAGE)
  return existsSync(path) ? path : findChromium()
}
