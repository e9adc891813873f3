import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { chromium } from '@playwright/test'
import * as v from 'valibot'
import { DEMO_ACCOUNT } from '#demo/account.ts'
import { writeReport } from '#tests/bench/report.ts'
import { CHROMIUM_FLAGS } from '#tests/e2e/world.ts'
import { findChromium } from '#tests/harness/browser/chromium.ts'
import { freePort } from '#tests/harness/network/relay.ts'

/** A separate package, since Lighthouse has many dependencies that the app does not need. */
const FOLDER = resolve('tests/bench/lighthouse')
const SCREENS = { home: '', title: 'titles/68646/the-godfather', watchlist: 'user/watchlist' } as const

const Report = v.object({
  categories: v.record(v.string(), v.object({ title: v.string(), score: v.nullable(v.number()) })),
  audits: v.record(
    v.string(),
    v.object({ title: v.string(), score: v.nullable(v.number()), scoreDisplayMode: v.string() }),
  ),
})

/** Measures Lighthouse's scores, of 100, for a signed-in user, and prints its findings. */
export async function reportLighthouse(url: string): Promise<void> {
  if (!existsSync(join(FOLDER, 'node_modules'))) await runCommand('npm', ['ci', '--no-audit', '--no-fund'], FOLDER)
  const profile = await mkdtemp(join(tmpdir(), 'parde-lighthouse-'))
  const port = await freePort()
  const browser = await chromium.launchPersistentContext(profile, {
    executablePath: findChromium(),
    args: [...CHROMIUM_FLAGS, `--remote-debugging-port=${port}`],
  })
  try {
    const page = await browser.newPage()
    await page.goto(`${url}auth/login`)
    await page.locator('input[type=email], input[name=email]').fill(DEMO_ACCOUNT.email)
    await page.locator('input[type=password]').fill(DEMO_ACCOUNT.password)
    await page.locator('main form button[type=submit]').click()
    await page.waitForURL((at) => !at.pathname.startsWith('/auth'))
    await page.goto('about:blank')
    const table: Record<string, Record<string, number>> = {}
    for (const [name, path] of Object.entries(SCREENS))
      table[`${name}, of 100`] = await marksOf(`${url}${path}`, port, join(profile, `${name}.json`))
    await writeReport('lighthouse', 'Lighthouse scores', table, '-- start --only lighthouse')
    console.table(table)
  } finally {
    await browser.close()
    await rm(profile, { recursive: true, force: true })
  }
}

async function marksOf(url: string, port: number, file: string): Promise<Record<string, number>> {
  await runCommand(join(FOLDER, 'node_modules/.bin/lighthouse'), [
    url,
    `--port=${port}`,
    '--disable-storage-reset',
    '--output=json',
    `--output-path=${file}`,
    '--quiet',
  ])
  const { categories, audits } = v.parse(Report, JSON.parse(await readFile(file, 'utf8')))
  for (const { title, score, scoreDisplayMode } of Object.values(audits)) {
    if (scoreDisplayMode === 'binary' && score === 0) console.log(`  ${new URL(url).pathname}: ${title}`)
  }
  return Object.fromEntries(
    Object.values(categories).map(({ title, score }) => [title, Math.round((score ?? 0) * 100)]),
  )
}

/** Runs Lighthouse without blocking this process, which has to attach to every tab that Lighthouse opens. */
async function runCommand(command: string, args: string[], cwd = process.cwd()) {
  const [code] = await once(spawn(command, args, { stdio: 'inherit', cwd }), 'exit')
  if (code !== 0) throw new Error(`${command} ${args.join(' ')}`)
}
