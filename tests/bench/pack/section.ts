import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { sql } from 'drizzle-orm'
import { recordChange } from '#server/catalogue/cache/catalogueState.ts'
import { connectServer } from '#server/database/connect.ts'
import { withCatalogue } from '#tests/bench/catalogue/section.ts'
import { median } from '#tests/bench/figures.ts'
import { cell, writeReport } from '#tests/bench/report.ts'
import { CHROMIUM_FLAGS } from '#tests/e2e/world.ts'
import { findChromium } from '#tests/harness/browser/chromium.ts'
import { startPostgres } from '#tests/harness/database/postgres.ts'
import { freePort } from '#tests/harness/network/relay.ts'
import { run } from '#tests/harness/processes.ts'
import { startSlowLine } from './slowLine.ts'

const SAVED = 1_000
const WATCHED = 500
const CATALOGUE = 10_000
const CHANGED = 5
const SLOWDOWN = 4
const READY = '۱٬۵۰۰ از ۱٬۵۰۰ آمادهٔ آفلاین'
/** The time limit, in ms. */
const PATIENCE = 900_000

/**
 * Measures the offline pack of a member who signs in on a new device: a slow phone at 1.6 Mbit/s with a round trip of
 * 150 ms, 1,000 titles saved and 500 watched elsewhere.
 */
export async function benchPack({ runs }: { runs: number }) {
  const rounds: Record<string, number[]> = {}
  const note = (row: string, figure: number) => {
    rounds[row] = [...(rounds[row] ?? []), figure]
  }
  const folder = await mkdtemp(join(tmpdir(), 'parde-pack-'))
  const postgres = await startPostgres()
  try {
    await withCatalogue(postgres.url, CATALOGUE, async (url) => {
      for (let one = 1; one <= runs; one++) await measure(url, join(folder, String(one)), note)
    })
  } finally {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
  const table = Object.fromEntries(
    Object.entries(rounds).map(([row, figures]) => [row, { median: median(figures), worst: Math.max(...figures) }]),
  )
  await writeReport('pack', `The offline pack of ${SAVED} saved and ${WATCHED} watched titles`, table)
  for (const [row, figures] of Object.entries(table)) console.log(`  ${row}: ${cell(row, 'median', figures.median)}`)
}

async function measure(url: string, folder: string, note: (row: string, figure: number) => void) {
  const [appPort, apiPort] = [await freePort(), await freePort()]
  const line = await startSlowLine(apiPort)
  const appUrl = `http://localhost:${appPort}`
  const server = run('node', ['dist/server/main.js'], {
    ...{ APP_PORT: String(appPort), API_PORT: String(apiPort), API_BASE: line.url, APP_ORIGINS: appUrl },
    ...{ DATABASE_URL: url, DATA_DIR: folder, DRAW_AHEAD: '0' },
  })
  const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_FLAGS })
  const { database, close } = await connectServer(url)
  try {
    await server.waitForOutput(appUrl)
    const token = await memberWithLists(`http://127.0.0.1:${apiPort}`, database)
    const screen = { viewport: { width: 360, height: 800 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }
    const context = await browser.newContext({ ...screen, locale: 'fa-IR' })
    await context.addCookies([{ name: 'token', value: token, url: appUrl }])
    const page = await context.newPage()
    await page.addInitScript(() => {
      const tasks: number[] = []
      Object.assign(globalThis, { tasks })
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) tasks.push(duration)
      }).observe({ type: 'longtask' })
    })
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
    await page.goto(`${appUrl}/on-this-device`)
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, { timeout: PATIENCE })
    await page.waitForFunction(() => performance.now() > 8_000)
    await page.evaluate('tasks.length = 0')
    const [started, before] = [performance.now(), line.bytes]
    await page.getByText(READY).waitFor({ timeout: PATIENCE })
    note('complete, from 8 s after the start (180 s)', performance.now() - started)
    note('bytes, kB (25000)', (line.bytes - before) / 1000)
    note(
      'long tasks of the page, of 100 (1)',
      await page.evaluate(() => (globalThis as unknown as { tasks: number[] }).tasks.length),
    )
    const fetched = line.paths.filter((path) => /^GET \/(media|api\/titles\?)/.test(path))
    note('fetched twice, of 100 (0)', fetched.length - new Set(fetched).size)

    await database.execute(sql`update titles set synopsis = synopsis || '.' where id in (
      select title_id from watchlist order by title_id limit ${CHANGED})`)
    await recordChange(database)
    await makeDue(page)
    const since = line.bytes
    const paths = line.paths.length
    await page.reload()
    await page.waitForFunction(isChecked, undefined, { timeout: PATIENCE, polling: 500 })
    note(`the next day, ${CHANGED} titles changed: bytes of the lists and the pack, kB`, (line.bytes - since) / 1000)
    note(
      'the next day: pictures, of 100 (0)',
      line.paths.slice(paths).filter((path) => path.includes('/media/')).length,
    )
    await context.close()
  } finally {
    await browser.close()
    await server.end()
    await line.close()
    await close()
  }
}

/** Registers a member with both lists filled. Returns the token of a session. */
async function memberWithLists(base: string, database: Awaited<ReturnType<typeof connectServer>>['database']) {
  const cookie = (await fetch(`${base}/sanctum/csrf-cookie`)).headers.get('Set-Cookie') ?? ''
  const xsrf = /XSRF-TOKEN=([^;]+)/.exec(cookie)?.[1] ?? ''
  const headers = { 'Content-Type': 'application/json', Cookie: `XSRF-TOKEN=${xsrf}`, 'X-XSRF-TOKEN': xsrf }
  const password = 'correct horse 1401'
  const form = { name: 'bench', email: `pack${Date.now()}@parde.example`, password, passwordConfirmation: password }
  const answer = await fetch(`${base}/api/sanc/register`, { method: 'POST', headers, body: JSON.stringify(form) })
  if (answer.status !== 201) throw new Error(`registering answered ${answer.status}`)
  const { data } = (await answer.json()) as { data: { token: string; user: { id: number } } }
  const { id } = data.user
  const chosen = (offset: number, limit: number) =>
    sql`select id from titles where not is_coming order by votes desc, id offset ${offset} limit ${limit}`
  await database.execute(
    sql`insert into versions (user_id, version) values (${id}, 1) on conflict (user_id) do nothing`,
  )
  await database.execute(sql`
    insert into watchlist (user_id, title_id, saved_at, version) select ${id}, id, now(), 1 from (${chosen(0, SAVED)}) as chosen`)
  await database.execute(sql`
    insert into history (user_id, title_id, watched_at, version)
    select ${id}, id, now(), 1 from (${chosen(SAVED, WATCHED)}) as chosen`)
  await database.execute(sql`
    insert into history_marks (user_id, title_id, episode_id, position, duration, watched_at)
    select ${id}, id, 0, 600, 6000, now() from (${chosen(SAVED, WATCHED)}) as chosen`)
  return data.token
}

/** Makes every page of the pack a day old. */
async function makeDue(page: Page) {
  await page.evaluate(async () => {
    const asked = indexedDB.open('parde-device')
    const database = await new Promise<IDBDatabase>((done) => {
      asked.onsuccess = () => done(asked.result)
    })
    const transaction = database.transaction('packStates', 'readwrite')
    const store = transaction.objectStore('packStates')
    const rows = store.getAll()
    rows.onsuccess = () => {
      for (const row of rows.result) store.put({ ...row, checkedAt: 1 })
    }
    await new Promise((done) => {
      transaction.oncomplete = done
    })
    database.close()
  })
}

/** Runs in the page: whether every page of the pack was compared with the server and has its pictures. */
async function isChecked(): Promise<boolean> {
  const asked = indexedDB.open('parde-device')
  const database = await new Promise<IDBDatabase>((done) => {
    asked.onsuccess = () => done(asked.result)
  })
  const rows = database.transaction('packStates').objectStore('packStates').getAll()
  const states = await new Promise<{ checkedAt: number; ready: number }[]>((done) => {
    rows.onsuccess = () => done(rows.result)
  })
  database.close()
  return states.length > 0 && states.every(({ checkedAt, ready }) => checkedAt > 1 && ready === 2)
}
