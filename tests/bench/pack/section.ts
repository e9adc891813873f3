import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CDPSession, chromium, type Page } from '@playwright/test'
import { sql } from 'drizzle-orm'
import { pictureAddress } from '#contract/pictures.ts'
import type { TitlePack } from '#contract/titlePack.ts'
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
import { calendarText } from '#text/calendar.ts'
import { menuText } from '#text/menu.ts'
import { packText } from '#text/pack.ts'
import { DRAWN, type SlowLine, startSlowLine } from './slowLine.ts'

const SAVED = 1_000
const WATCHED = 500
const CATALOGUE = 10_000
/** Saved titles that come out within four weeks. */
const RELEASED = 60
const CHANGED = 5
const SLOWDOWN = 4
const READY = packText.ready(SAVED + WATCHED, SAVED + WATCHED)
/** Widths of the pictures of the pack on this screen, in px. */
const POSTER = 185
const BACKDROP = 480
/** Ends a measurement that does not get there, in ms. */
const PATIENCE = 420_000
/** Calls of the offline pack: pages and pictures. */
const PACK_CALL = /^GET \/(media|api\/titles\?)/

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
    const api = `http://127.0.0.1:${apiPort}`
    const token = await memberWithLists(api, database)
    await drawPictures(api, token)
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
    const started = performance.now()
    await page.goto(`${appUrl}/on-this-device`)
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, { timeout: PATIENCE })
    // The start has its own bars.
    await page.waitForFunction(() => performance.now() > 8_000)
    await page.evaluate('tasks.length = 0')
    await page.getByText(READY).waitFor({ timeout: PATIENCE })
    note('complete, from the start (180 s)', performance.now() - started)
    note('bytes of pages and pictures, kB (25000)', kilobytes(packCalls(line)))
    const pages = packCalls(line).filter(({ path }) => !path.includes('/media/'))
    note('of these the pages, kB', kilobytes(pages))
    const tasks = await page.evaluate(() => (globalThis as unknown as { tasks: number[] }).tasks)
    note('long tasks of the page from 8 s after the start, of 100 (1)', tasks.length)
    note('the longest of them', Math.max(0, ...tasks))
    note('fetched twice, of 100 (0)', countRepeated(packCalls(line)))

    await context.setOffline(true)
    await session.send('Performance.enable', { timeDomain: 'threadTicks' })
    for (const rate of [1, SLOWDOWN]) {
      await session.send('Emulation.setCPUThrottlingRate', { rate })
      const slowed = rate === 1 ? '' : `, processor slowed ${rate}×`
      const bar = rate === 1 ? ' (150)' : slowed
      for (const visit of ['opens', 'opens again']) {
        const { wall, cpu } = await openCalendar(page, session)
        note(`the calendar ${visit} without a network${bar}`, wall)
        note(`the calendar ${visit}${slowed}: processor time of the page`, cpu)
        await page.goBack()
        await page.getByText(READY).waitFor()
      }
    }
    await context.setOffline(false)

    const unchanged = await refresh(page, line)
    note('the next day, nothing changed: bytes of the pack, kB', kilobytes(unchanged))
    await database.execute(sql`update titles set synopsis = synopsis || '.' where id in (
      select title_id from watchlist order by title_id limit ${CHANGED})`)
    await recordChange(database)
    const changed = await refresh(page, line)
    note(`the next day, ${CHANGED} titles changed: bytes of the pack, kB`, kilobytes(changed))
    note('the next day: pictures, of 100 (0)', changed.filter(({ path }) => path.includes('/media/')).length)
    await context.close()
  } finally {
    await browser.close()
    await server.end()
    await line.close()
    await close()
  }
}

type Call = SlowLine['calls'][number]

function packCalls({ calls }: SlowLine): Call[] {
  return calls.filter(({ path }) => PACK_CALL.test(path))
}

function kilobytes(calls: readonly Call[]): number {
  return calls.reduce((sum, { bytes }) => sum + bytes, 0) / 1000
}

function countRepeated(calls: readonly Call[]): number {
  return calls.length - new Set(calls.map(({ path }) => path)).size
}

/**
 * Opens the calendar from the menu. Returns the time until the releases of the month are painted and the processor time of
 * the page's main thread meanwhile, which does not grow with the load of the machine, in ms.
 */
async function openCalendar(page: Page, session: CDPSession): Promise<{ wall: number; cpu: number }> {
  const taskTime = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN)
  }
  await page.getByRole('button', { name: menuText.menu }).first().click()
  const link = page.getByRole('dialog').getByRole('link', { name: calendarText.title })
  await link.waitFor()
  // Lets the page become idle before the click.
  await new Promise((rested) => setTimeout(rested, 1_000))
  const shown = page.evaluate(async () => {
    const start = await new Promise<number>((clicked) => {
      addEventListener('click', ({ timeStamp }) => clicked(timeStamp), { capture: true, once: true })
    })
    while (!document.querySelector('main ol h3')) await new Promise(requestAnimationFrame)
    await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)))
    return performance.now() - start
  })
  const before = await taskTime()
  await link.click()
  const wall = await shown
  return { wall, cpu: (await taskTime()) - before }
}

/** Makes every page of the pack due and starts the app. Returns the calls of the pack until all are compared. */
async function refresh(page: Page, line: SlowLine): Promise<Call[]> {
  await makeDue(page)
  const before = packCalls(line).length
  await page.reload()
  const end = performance.now() + PATIENCE
  while (!(await page.evaluate(isChecked))) {
    if (performance.now() > end) throw new Error('the pack was not compared with the server')
    await new Promise((rested) => setTimeout(rested, 500))
  }
  return packCalls(line).slice(before)
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
    update titles set released_at = current_date + (id % 28) where id in (${chosen(0, RELEASED)})`)
  await database.execute(sql`
    insert into history (user_id, title_id, watched_at, version)
    select ${id}, id, now(), 1 from (${chosen(SAVED, WATCHED)}) as chosen`)
  await database.execute(sql`
    insert into history_marks (user_id, title_id, episode_id, position, duration, watched_at)
    select ${id}, id, 0, 600, 6000, now() from (${chosen(SAVED, WATCHED)}) as chosen`)
  return data.token
}

/** Has the server draw the pictures that the line repeats, of the titles that come first: a server in use has them. */
async function drawPictures(base: string, token: string) {
  const ask = async (path: string) => {
    const answer = await fetch(`${base}${path}`, { headers: { Authorization: `Bearer ${token}` } })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
    return answer.json()
  }
  const watched: { data: { titleId: number }[] } = await ask(`/api/user/history?per_page=${DRAWN}`)
  const pages: TitlePack = await ask(`/api/titles?ids=${watched.data.map(({ titleId }) => titleId).join()}`)
  for (const { title } of pages.data) {
    if (title.poster) await fetch(pictureAddress(title.poster, base, POSTER, 'avif'))
    if (title.backdrop) await fetch(pictureAddress(title.backdrop, base, BACKDROP, 'avif'))
  }
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
