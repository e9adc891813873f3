import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { type Browser, chromium } from '@playwright/test'
import { median } from '#tests/bench/figures.ts'
import { cell, writeReport } from '#tests/bench/report.ts'
import { CHROMIUM_FLAGS } from '#tests/e2e/world.ts'
import { findChromium } from '#tests/harness/browser/chromium.ts'
import { freePort } from '#tests/harness/network/relay.ts'
import { run } from '#tests/harness/processes.ts'
import { FLOORS, type Floor, type FloorName, startFloor } from './floors.ts'
import { reportLighthouse } from './lighthouse.ts'
import { measureRoutes } from './routes.ts'
import { startSlowLink } from './slowLink.ts'
import { newDevice, SLOW_LINK, timeUntilOffline, untilWorkerActive, type Visit, visit } from './visit.ts'

const NAMES = Object.keys(FLOORS) as FloorName[]
type Runner = FloorName | 'parde'
const RUNNERS: Runner[] = [...NAMES, 'parde']
const SHOWN: Record<Runner, string> = { ...FLOORS, parde: 'Parde' }

/**
 * Measures the app's start on a slow phone (docs/quality.md#speed): first, second and offline visit, compared with floors
 * built in the same run. The candidates take turns, so that a busy moment of the machine affects all of them.
 */
export async function benchStart({ runs, only }: { runs: number; only: string | undefined }) {
  const app = await startApp()
  const floors = await Promise.all(NAMES.map(async (name) => [name, await startFloor(name)] as const))
  const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_FLAGS })
  try {
    const urls: Record<string, string> = {
      parde: app.url,
      ...Object.fromEntries(floors.map(([name, { url }]) => [name, url])),
    }
    if (only === undefined || only === 'visits') await reportVisits(browser, urls, runs, Object.fromEntries(floors))
    if (only === undefined || only === 'routes')
      await reportRoutes(browser, { url: app.url, floor: urls.stack ?? '' }, runs)
    if (only === undefined || only === 'lighthouse') await reportLighthouse(app.url)
  } finally {
    await browser.close()
    await Promise.all([app.stop(), ...floors.map(([, floor]) => floor.close())])
  }
}

type Figures = Record<string, number[]>

async function reportVisits(
  browser: Browser,
  urls: Record<string, string>,
  runs: number,
  floors: Record<string, Floor>,
) {
  const all = new Map<Runner, Figures>(RUNNERS.map((runner) => [runner, {}]))
  const note = (runner: Runner, row: string, figure: number) => {
    const figures = all.get(runner)
    if (figures) figures[row] = [...(figures[row] ?? []), figure]
  }
  // The first visit renders pictures and warms the server; it is not counted.
  for (let round = 0; round <= runs; round++) {
    for (const runner of RUNNERS) {
      const visits = await threeVisits(browser, urls[runner] ?? '')
      const offlineAfter = await firstVisitBehindLink(browser, urls[runner] ?? '')
      if (round === 0) continue
      noteVisits((row, figure) => note(runner, row, figure), visits)
      note(runner, 'first visit, opens offline after, ms', offlineAfter)
    }
  }
  const scripts: Partial<Record<Runner, number>> = {
    ...Object.fromEntries(NAMES.map((name) => [name, floors[name]?.scripts ?? 0])),
    parde: await firstScripts(),
  }
  for (const runner of RUNNERS)
    note(runner, 'scripts before the first screen is usable, kB', (scripts[runner] ?? 0) / 1000)

  const rows = Object.keys(all.get('parde') ?? {})
  const middle = (runner: Runner, row: string) => median(all.get(runner)?.[row] ?? [])
  const table = Object.fromEntries(
    rows.map((row) => [
      row,
      {
        ...Object.fromEntries(RUNNERS.map((runner) => [SHOWN[runner], middle(runner, row)])),
        '× HTML': middle('parde', row) / middle('html', row),
        '× stack': middle('parde', row) / middle('stack', row),
      },
    ]),
  )
  await writeReport(
    'start',
    `The start on a phone four times slower, 1.6 Mbit/s, 150 ms there and back; medians of ${runs}`,
    table,
    '-- start --only visits',
  )
  for (const [row, figures] of Object.entries(table)) {
    const cells = Object.entries(figures).map(([column, figure]) => `${column} ${cell(row, column, figure)}`)
    console.log(`  ${row.padEnd(46)} ${cells.join('  ')}`)
  }
}

async function threeVisits(browser: Browser, url: string): Promise<Record<'first' | 'second' | 'offline', Visit>> {
  const device = await newDevice(browser)
  try {
    const first = await visit(device, url)
    const page = await device.newPage()
    await page.goto(url)
    await untilWorkerActive(page)
    await page.close()
    const second = await visit(device, url)
    await device.setOffline(true)
    return { first, second, offline: await visit(device, url) }
  } finally {
    await device.close()
  }
}

/** The ms until the app opens offline. A page that CORS or a slow API keeps from its data still installs its worker. */
async function firstVisitBehindLink(browser: Browser, url: string): Promise<number> {
  const link = await startSlowLink(Number(new URL(url).port), SLOW_LINK)
  const device = await newDevice(browser)
  try {
    return await timeUntilOffline(device, `http://localhost:${link.port}/`)
  } finally {
    await device.close()
    await link.close()
  }
}

function noteVisits(
  note: (row: string, figure: number) => void,
  { first, second, offline }: Awaited<ReturnType<typeof threeVisits>>,
) {
  note('first visit, first paint, ms', first.first)
  note('first visit, largest paint, ms', first.largest)
  note('first visit, blocked, ms', first.blocked)
  note('first visit, shift, thousandths', first.shift * 1000)
  note('first visit, transferred, kB', first.transferred / 1000)
  note('second visit, largest paint, ms', second.largest)
  note('second visit, blocked, ms', second.blocked)
  note('without a network, largest paint, ms', offline.largest)
  note('worst shift of these, thousandths', Math.max(first.shift, second.shift, offline.shift) * 1000)
}

/** The compressed size of the files that index.html references. */
async function firstScripts(): Promise<number> {
  const page = await readFile('dist/app/index.html', 'utf8')
  // The prerendered home omits this preload; the database code loads later (`server/pages/home.ts`).
  const html = page.replace(/<link rel="modulepreload" data-databases[^>]*>/, '')
  const files = new Set(
    [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, path]) => `dist/app${path}`),
  )
  const sizes = await Promise.all([...files].map(async (file) => brotliCompressSync(await readFile(file)).length))
  return sizes.reduce((sum, size) => sum + size, 0)
}

async function reportRoutes(browser: Browser, urls: { url: string; floor: string }, runs: number) {
  const table = await measureRoutes(browser, urls, runs)
  await writeReport(
    'routes',
    'Route changes on a phone four times slower: ms until the paint of the target',
    table,
    '-- start --only routes',
  )
  for (const [row, { median: figure }] of Object.entries(table))
    console.log(`  ${row.padEnd(50)} ${cell(row, '', figure)}`)
}

/** The built app and the real server, on a catalogue of its own. */
async function startApp() {
  const folder = await mkdtemp(join(tmpdir(), 'parde-start-'))
  const [appPort, apiPort] = [await freePort(), await freePort()]
  const url = `http://localhost:${appPort}`
  const server = run('node', [resolve('dist/server/main.js')], {
    APP_PORT: String(appPort),
    API_PORT: String(apiPort),
    APP_ORIGINS: url,
    DATA_DIR: folder,
    DATABASE_URL: '',
    DRAW_AHEAD: '0',
  })
  await server.waitForOutput(url)
  return {
    url: `${url}/`,
    async stop() {
      await server.end()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
