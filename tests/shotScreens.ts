import type { Page } from '@playwright/test'
import { expect, waitForIdle } from './e2e/world.ts'

/** A screen state to take a screenshot of. */
export interface Screen {
  name: string
  /** The address; without one, the previous screen continues. */
  at?: string | ((page: Page) => Promise<string>)
  /** A selector that is visible when the screen is ready. */
  stands?: string
  act?: (page: Page) => Promise<void>
  /** The scroll position in px, or a selector to scroll to. */
  down?: number | string
}

const CARD = 'main article a[href^="/titles/"]'
const HEADING = 'main h1'
const EMPTY = 'text=متاسفانه موردی یافت نشد'
const FAILED = 'main button:has-text("تلاش دوباره")'
const UNSEEN = 'text=این صفحه هنوز روی دستگاه شما ذخیره نشده است'
const GODFATHER = '/titles/68646/the-godfather'
const SERIES = '/titles/903747/breaking-bad'

const FILES = '/titles/68646/files'
const FILE = 'main li a[href^="/watch/"]'
const LOCKED = '/titles/6751668/files'

/** The address of the first link on a screen that starts with a path. */
const firstOf = (path: string, links: string) => async (page: Page) => {
  await page.goto(path)
  const link = page.locator(`main a[href^="${links}"]`).first()
  await expect(link).toBeVisible()
  return (await link.getAttribute('href')) ?? path
}

async function search(page: Page, words: string, found: string) {
  await page.getByRole('button', { name: 'جستجو' }).first().click()
  await page.getByRole('combobox').fill(words)
  await expect(page.locator(found).first()).toBeVisible()
}

async function comment(page: Page, words: string) {
  await page.getByLabel('نظر شما').fill(words)
  await page.getByRole('button', { name: 'ارسال نظر' }).click()
  await expect(page.getByLabel('نظر شما')).toHaveValue('')
}

const openSync = async (page: Page) => {
  await page
    .getByRole('button', { name: /همگام‌سازی/ })
    .first()
    .click()
  await expect(page.getByRole('dialog')).toBeVisible()
}

const DASHBOARD = '[aria-label="فهرست‌های من"]'
const IMPORT = '#import'
const LIST =
  'Const,Title,Year\ntt0068646,The Godfather,1972\n,Nothing Like It,1950\n,Another One That Is Not Here,1961\n'

async function chooseList(page: Page, text = LIST) {
  const file = { name: 'watchlist.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
  await page.getByLabel('انتخاب فایل CSV').setInputFiles(file)
  await expect(page.locator(`${IMPORT} [role="status"], ${IMPORT} [role="alert"]`).first()).toBeVisible()
}

/** Pauses a film at a good frame with its controls visible. */
async function atRest(page: Page) {
  await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 3)
  await page.locator('video').evaluate((video: HTMLVideoElement) => {
    video.pause()
    video.currentTime = 14
  })
  await page.waitForFunction(() => document.querySelector('video')?.seeking === false)
}

/** Opens a sheet over the paused film. */
const panelCalled = (name: string) => async (page: Page) => {
  await atRest(page)
  await page.getByRole('button', { name, exact: true }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
}

/** Screens of a guest. One line adds a screen. */
export const GUEST: Screen[] = [
  { name: 'home', at: '/', stands: CARD },
  { name: 'home-grid', at: '/', stands: CARD, down: 760 },
  { name: 'home-foot', at: '/', stands: CARD, down: 'nav[aria-label="صفحه‌بندی"]' },
  { name: 'list', at: '/?type=series&order_by=votes', stands: CARD },
  { name: 'tv', at: '/tv', stands: CARD },
  { name: 'genre', at: '/genres/8/drama?order_by=rating', stands: CARD },
  { name: 'list-empty', at: '/?genre=999999', stands: EMPTY },
  { name: 'categories', at: '/categories', stands: 'main a[href^="/genres/"]' },
  { name: 'collections', at: '/collections', stands: 'main a[href^="/collections/"]' },
  { name: 'collection', at: firstOf('/collections', '/collections/'), stands: CARD },
  { name: 'comingsoon', at: '/comingsoon', stands: HEADING },
  { name: 'director', at: firstOf(GODFATHER, '/people/director/'), stands: HEADING },
  { name: 'actor', at: firstOf(GODFATHER, '/people/actor/'), stands: HEADING },
  { name: 'results', at: '/?q=پدر', stands: CARD },
  { name: 'results-none', at: '/?q=ققنوسان', stands: EMPTY },
  { name: 'search', at: '/', stands: HEADING, act: (page) => search(page, 'پدر', '[role="option"]') },
  { name: 'title', at: GODFATHER, stands: 'section[aria-label="داستان"]' },
  { name: 'title-cast', at: GODFATHER, stands: '[aria-label="کارگردان و بازیگران"]', down: 700 },
  { name: 'title-like', at: GODFATHER, stands: '[aria-label="عنوان‌های مشابه"]', down: '[aria-label="عنوان‌های مشابه"]' },
  { name: 'title-comments', at: GODFATHER, stands: '#comments', down: '#comments' },
  { name: 'title-dub', at: `${GODFATHER}?dub=1`, stands: 'section[aria-label="داستان"]' },
  { name: 'title-series', at: SERIES, stands: '[role="tab"]' },
  { name: 'title-seasons', at: SERIES, stands: '[role="tab"]', down: '[role="tablist"]' },
  { name: 'files', at: FILES, stands: FILE },
  { name: 'files-series', at: '/titles/903747/files', stands: FILE },
  { name: 'files-locked', at: LOCKED, stands: 'main a[href="/premium/plans"]' },
  {
    name: 'orders',
    at: '/tv?order_by=votes',
    stands: CARD,
    act: (page) => page.getByRole('button', { name: 'پررأی‌ترین' }).click(),
  },
  { name: 'watch', at: '/watch/tt0068646/68646', stands: 'video', act: atRest },
  { name: 'watch-settings', at: '/watch/tt0068646/68646', stands: 'video', act: panelCalled('تنظیمات پخش') },
  { name: 'watch-subtitles', at: '/watch/tt0068646/68646', stands: 'video', act: panelCalled('زیرنویس') },
  { name: 'watch-series', at: '/watch/tt0903747/903747', stands: 'video', act: atRest },
  { name: 'watch-episodes', at: '/watch/tt0903747/903747', stands: 'video', act: panelCalled('قسمت‌ها') },
  { name: 'watch-premium', at: '/watch/tt6751668/6751668', stands: '[data-instead]' },
  { name: 'watch-wrong', at: '/watch/tt0068646/903747', stands: '[data-instead]' },
  { name: 'trailer', at: '/watch/trailer/tt0068646', stands: 'video', act: atRest },
  { name: 'premium-plans', at: '/premium/plans', stands: 'main article' },
  { name: 'premium-plan', at: '/premium/plans/2', stands: 'main ul li' },
  { name: 'premium-guest', at: '/premium/join/2', stands: 'main dl' },
  { name: 'login', at: '/auth/login', stands: HEADING },
  { name: 'register', at: '/auth/register', stands: HEADING },
  { name: 'forgot', at: '/auth/forgot-password', stands: HEADING },
  {
    name: 'forgot-sent',
    at: '/auth/forgot-password',
    stands: HEADING,
    async act(page) {
      await page.getByLabel('ایمیل').fill('sara@parde.example')
      await page.getByRole('button', { name: 'فرستادن پیوند' }).click()
      await expect(page.getByRole('heading', { name: 'صندوق ایمیلتان را ببینید' })).toBeVisible()
    },
  },
  {
    name: 'reset-password',
    at: '/auth/reset-password/made-up?email=sara%40parde.example',
    stands: HEADING,
    async act(page) {
      await page.getByLabel('گذرواژهٔ تازه', { exact: true }).fill('seven horses 1404')
      await page.getByLabel('تکرار گذرواژهٔ تازه').fill('seven horses 1404')
      await page.getByRole('button', { name: 'ثبت گذرواژه' }).click()
      await expect(page.getByRole('alert')).toBeVisible()
    },
  },
  { name: 'telegram', at: '/telegram-app', stands: HEADING },
  { name: 'contact', at: '/contact', stands: 'main details' },
  { name: 'not-found', at: '/no/such/page', stands: HEADING },
  { name: 'on-device-guest', at: '/on-this-device', stands: '#seen-titles', act: async (page) => waitForIdle(page) },
]

const menu = (page: Page) => page.getByRole('button', { name: 'منو' }).first()

/** Screens that exist only at narrow widths. */
export const PHONE: Screen[] = [
  {
    name: 'menu',
    at: '/',
    stands: CARD,
    async act(page) {
      await menu(page).click()
      await expect(page.getByRole('dialog').getByRole('link').first()).toBeVisible()
    },
  },
]

/**
 * States of a server that does not respond or fails, of a captive portal, and of missing scripts; `answers` selects the
 * state. `userAgent` replaces the browser's.
 */
export interface Apart extends Screen {
  answers: 'well' | 'late' | 'wrong' | 'foreign' | 'half'
  userAgent?: string
}

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'

/** Opens a second visit with a fake clock. */
const again = (path: string) => async (page: Page) => {
  await page.clock.install()
  await page.goto(path)
  await page.evaluate(() => sessionStorage.clear())
  return path
}

const offerInstall = (page: Page) =>
  page.evaluate(() => {
    const offer = {
      async prompt() {
        return { outcome: 'dismissed' }
      },
    }
    window.dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), offer))
  })

/** Pretends that the app is installed (display mode standalone). */
const fromHomeScreen = (path: string) => async (page: Page) => {
  await page.addInitScript(() => {
    const real = window.matchMedia.bind(window)
    window.matchMedia = (media) => real(media.includes('standalone') ? 'all' : media)
  })
  return path
}

export const TROUBLE: Apart[] = [
  { name: 'waiting-list', answers: 'late', at: '/?order_by=votes', stands: 'main [role="status"][aria-label]' },
  { name: 'waiting-title', answers: 'late', at: GODFATHER, stands: 'main [role="status"][aria-label]' },
  { name: 'waiting-collections', answers: 'late', at: '/collections', stands: 'main [role="status"][aria-label]' },
  { name: 'waiting-comingsoon', answers: 'late', at: '/comingsoon', stands: 'main [role="status"][aria-label]' },
  { name: 'failed-list', answers: 'wrong', at: '/?order_by=votes', stands: FAILED },
  { name: 'failed-collections', answers: 'wrong', at: '/collections', stands: FAILED },
  { name: 'portal', answers: 'foreign', at: '/categories', stands: 'a[href$="/api/health"]' },
  {
    name: 'late',
    answers: 'half',
    at: '/',
    stands: HEADING,
    act: (page) =>
      page.evaluate(() => {
        for (const one of document.getAnimations()) one.finish()
      }),
  },
  {
    name: 'install-offer',
    answers: 'well',
    at: again('/'),
    stands: CARD,
    async act(page) {
      await offerInstall(page)
      await page.clock.fastForward(61_000)
      await expect(page.getByRole('button', { name: 'نصب', exact: true })).toBeVisible()
    },
  },
  {
    name: 'install-panel',
    answers: 'well',
    at: again('/on-this-device'),
    stands: HEADING,
    async act(page) {
      await offerInstall(page)
      await expect(page.getByRole('button', { name: 'نصب پرده' })).toBeVisible()
    },
  },
  {
    name: 'install-ios',
    answers: 'well',
    at: again('/on-this-device'),
    stands: 'main ol li',
    userAgent: IPHONE,
    down: 'main ol',
  },
  { name: 'standalone', answers: 'well', at: fromHomeScreen(GODFATHER), stands: 'header button[aria-label="بازگشت"]' },
]

/** Opens the download sheet, which lists the size of each quality. */
async function openDownloadSheet(page: Page) {
  await page
    .getByRole('button', { name: /^نگه‌داشتن روی دستگاه: / })
    .first()
    .click()
  await expect(page.getByRole('dialog').getByRole('radio').first()).toBeVisible()
}

/** A finished download, and one that needs an action of the user. */
async function addDownloads(page: Page) {
  for (const [at, isHeld] of [FILES, '/titles/903747/files?language=subtitled'].map(
    (one, n) => [one, n > 0] as const,
  )) {
    await page.goto(at)
    await openDownloadSheet(page)
    await page.getByRole('dialog').getByRole('radio').last().check()
    await page.getByRole('button', { name: 'شروع گرفتن' }).click()
    await page.goto('/user/downloads')
    if (isHeld) await page.getByRole('button', { name: /^توقف گرفتن / }).click()
    else await expect(page.getByRole('link', { name: /^پخش / })).toBeVisible({ timeout: 60_000 })
  }
}

const SHOT = 'main a[aria-haspopup="dialog"]'
const PLAYS = 'main a[aria-label^="ادامهٔ پخش"], main a:has-text("ادامهٔ پخش")'

/** Writes rows into the user's database on this device. */
async function putRows(page: Page, table: string, rows: object[]) {
  await page.evaluate(
    async ({ table, rows }) => {
      const name = (await indexedDB.databases()).find((one) => one.name?.startsWith('parde-user-'))?.name ?? ''
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name)
        opening.onsuccess = () => resolve(opening.result)
        opening.onerror = () => reject(opening.error)
      })
      await new Promise<void>((resolve, reject) => {
        const writing = database.transaction(table, 'readwrite')
        for (const row of rows) writing.objectStore(table).put(row)
        writing.oncomplete = () => resolve()
        writing.onerror = () => reject(writing.error)
      })
      database.close()
    },
    { table, rows },
  )
}

const HOUR = 3_600_000

/** Several notifications, one of them read. */
export const someNews = (path: string) => async (page: Page) => {
  await page.goto(path)
  await expect(page.locator(HEADING)).toBeVisible()
  await waitForIdle(page)
  const news = [
    ['reply', 'نیما به نظر شما پاسخ داد', 'من هم همین را می‌خواستم بگویم؛ صحنهٔ پایانی فراموش‌نشدنی است.', GODFATHER],
    ['released', '«شوالیهٔ تاریکی» آمد', 'از امروز می‌توانید تماشایش کنید.', '/titles/468569/the-dark-knight'],
    ['request', 'درخواست شما پذیرفته شد', '«نفس عمیق» به‌زودی به پرده می‌آید.', '/user/new-request'],
    ['subscription', 'اشتراک شما سه روز دیگر تمام می‌شود', 'با تمدید، از همان روز ادامه می‌یابد.', '/gopremium'],
  ] as const
  const rows = news.map(([kind, title, body, address], at) => ({
    id: `00000000-0000-4000-8000-00000000000${at}`,
    ...{ kind, title, body, path: address, version: 0 },
    createdAt: new Date(Date.now() - (1 + 20 * at) * HOUR).toISOString(),
    readAt: at < 2 ? null : new Date().toISOString(),
  }))
  await putRows(page, 'notifications', rows)
  return path
}

/** Records watched titles and opens an address. */
const watchedSome = (path: string) => async (page: Page) => {
  await page.goto('/')
  await expect(page.locator(CARD).first()).toBeVisible()
  const rows = await page.evaluate(async () => {
    const api = document.querySelector('meta[name="api-base"]')?.getAttribute('content') ?? ''
    const found = await (await fetch(`${api}/api/titles/search?order_by=votes&per_page=12`)).json()
    const series = (await (await fetch(`${api}/api/titles/903747`)).json()).data
    const { data: films } = found as { data: { id: number; type: string }[] }
    const [, second] = series.seasons[0].episodes
    const rows = [series, ...films.filter(({ id, type }) => type === 'movie' || id !== series.id)].map((title, at) => ({
      titleId: title.id,
      title,
      version: 0,
      fileId: null,
      episodeId: title === series ? second.id : null,
      position: 700 + at * 500,
      duration: 6_600,
      watchedAt: new Date(Date.now() - at * 40_000_000).toISOString(),
      episodes:
        title === series
          ? series.seasons[0].episodes.slice(0, 2).map((episode: { id: number }, index: number) => ({
              fileId: null,
              episodeId: episode.id,
              position: index === 0 ? 6_600 : 700,
              duration: 6_600,
              watchedAt: new Date(Date.now() - 1000).toISOString(),
            }))
          : [],
    }))
    return rows
  })
  await putRows(page, 'history', rows)
  return path
}

const pay = /^پرداخت/

/** Buys a plan, from the order to the receipt and the subscription. */
const BUYING: Screen[] = [
  { name: 'premium-none', at: '/gopremium', stands: 'main article' },
  { name: 'premium-gift', at: '/gift', stands: 'main form' },
  { name: 'premium-join', at: '/premium/join/2', stands: 'main form' },
  {
    name: 'premium-gateway',
    stands: 'main form',
    act: async (page) => {
      await page.getByRole('button', { name: pay }).click()
      await expect(page.getByRole('heading', { name: 'درگاه پرداخت آزمایشی' })).toBeVisible()
    },
  },
  {
    name: 'premium-paid',
    stands: 'main form',
    act: async (page) => {
      await page.getByRole('button', { name: 'پرداخت', exact: true }).click()
      await expect(page.getByRole('heading', { name: 'پرداخت موفق' })).toBeVisible()
    },
  },
  { name: 'premium-mine', at: '/gopremium', stands: 'main article' },
  { name: 'premium-reserve', at: '/premium/join/1?payment=cancelled', stands: 'main form' },
]

/** Screens of a newly registered user. */
export const MEMBER: Screen[] = [
  { name: 'watchlist-empty', at: '/user/watchlist', stands: 'main a:has-text("گشتن در فیلم‌ها")' },
  { name: 'history-empty', at: '/user/history', stands: 'main svg' },
  { name: 'request', at: '/user/new-request?name=The+Fall', stands: 'main form' },
  {
    name: 'requests',
    at: '/user/new-request',
    stands: 'main form',
    async act(page) {
      await page.getByLabel('نام').first().fill('نفس عمیق')
      await page.locator('main form button[type=submit]').click()
      await expect(page.locator('main li').filter({ hasText: 'نفس عمیق' }).first()).toBeVisible()
    },
  },
  { name: 'notifications', at: '/user/notifications', stands: HEADING, act: async (page) => waitForIdle(page) },
  { name: 'news', at: someNews('/user/notifications'), stands: 'main li' },
  {
    name: 'push-settings',
    at: '/user/notifications',
    stands: '#push-settings',
    act: async (page) => {
      await page.getByRole('switch', { name: 'ساعت‌های سکوت' }).click()
      await expect(page.getByRole('combobox', { name: 'شروع سکوت' })).toBeVisible()
    },
    down: '#push-settings',
  },
  { name: 'dashboard', at: '/user/dashboard', stands: DASHBOARD },
  { name: 'dashboard-data', at: '/user/dashboard', stands: DASHBOARD, down: IMPORT },
  {
    name: 'import-found',
    at: '/user/dashboard',
    stands: DASHBOARD,
    act: (page) => chooseList(page),
    down: IMPORT,
  },
  {
    name: 'import-wrong',
    at: '/user/dashboard',
    stands: DASHBOARD,
    act: (page) => chooseList(page, '<p>'),
    down: IMPORT,
  },
  {
    name: 'import-done',
    at: '/user/dashboard',
    stands: DASHBOARD,
    async act(page) {
      await chooseList(page)
      await page.getByRole('button', { name: 'آوردن', exact: true }).click()
      await page
        .getByText(/پیدا نشد/)
        .first()
        .click()
    },
    down: IMPORT,
  },
  ...BUYING,
  {
    name: 'edit-password',
    at: '/user/edit-password',
    stands: HEADING,
    async act(page) {
      await page.getByLabel('گذرواژهٔ تازه', { exact: true }).fill('seven horses')
      await page.getByRole('button', { name: 'تغییر گذرواژه' }).click()
    },
  },
  { name: 'devices', at: '/user/dashboard', stands: '#devices-title', down: '#devices-title' },
  { name: 'member-files', at: FILES, stands: 'main a[download]' },
  {
    name: 'member-files-series',
    at: '/titles/903747/files?language=subtitled&quality=720p',
    stands: 'main a[download]',
  },
  { name: 'downloads-empty', at: '/user/downloads', stands: 'main a:has-text("گشتن در فیلم‌ها")' },
  { name: 'download-sheet', at: FILES, stands: 'main a[download]', act: openDownloadSheet },
  { name: 'downloads', at: FILES, stands: 'main a[download]', act: addDownloads },
  { name: 'screenshots', at: '/screenshots/68646', stands: SHOT },
  {
    name: 'screenshots-large',
    at: '/screenshots/68646?shot=2',
    stands: '[role="dialog"] img',
    // Opens the picture list first, since the server renders pictures on their first request.
    act: async (page) => expect(page.locator('.yarl__slide_current img')).toBeVisible(),
  },
  { name: 'watched-home', at: watchedSome('/'), stands: PLAYS, down: '[aria-label="ادامهٔ تماشا"]' },
  { name: 'watched-history', at: '/user/history', stands: PLAYS },
  { name: 'watched-dashboard', at: '/user/dashboard', stands: PLAYS },
  { name: 'watched-film', at: GODFATHER, stands: PLAYS },
  { name: 'watched-series', at: SERIES, stands: PLAYS },
  { name: 'watched-seasons', at: SERIES, stands: '[role="tab"]', down: '[role="tablist"]' },
  { name: 'watched-files', at: '/titles/903747/files', stands: FILE },
  {
    name: 'comment-sent',
    at: GODFATHER,
    stands: '#comments form',
    act: (page) => comment(page, 'بهترین فیلمی که دربارهٔ خانواده ساخته شده؛ هر بار چیز تازه‌ای در آن پیدا می‌کنم.'),
    down: '#comments',
  },
]

const save = (page: Page) => page.getByRole('main').getByRole('button', { name: 'ذخیره', exact: true }).first()

/** Fills the user's lists, for the dialogs that warn of losing them. */
export async function prepareMember(page: Page) {
  await page.goto('/?order_by=rating')
  await expect(page.locator(CARD).nth(8)).toBeVisible()
  const paths = await page.locator(CARD).evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''))
  for (const path of new Set([...paths.slice(-8), GODFATHER])) {
    await page.goto(path)
    await expect(page.locator('section[aria-label="داستان"]')).toBeVisible()
    await waitForIdle(page)
    // The import may have saved this title already.
    if ((await save(page).getAttribute('aria-pressed')) === 'false') await save(page).click()
    await expect(save(page)).toHaveAttribute('aria-pressed', 'true')
  }
}

/** Screens of the same user offline. */
export const OFFLINE: Screen[] = [
  { name: 'offline-on-device', at: '/on-this-device', stands: '#seen-titles' },
  {
    name: 'offline-on-device-space',
    at: '/on-this-device',
    stands: '#seen-titles',
    down: '[aria-labelledby="storage"]',
  },
  { name: 'offline-home', at: '/', stands: CARD },
  { name: 'offline-list', at: '/?order_by=rating', stands: 'article[data-out-of-reach]', down: 60 },
  {
    name: 'offline-title',
    at: GODFATHER,
    stands: 'section[aria-label="داستان"]',
    async act(page) {
      await save(page).click()
      await expect(save(page)).toHaveAttribute('aria-pressed', 'false')
      await save(page).click()
      await expect(save(page)).toHaveAttribute('aria-pressed', 'true')
    },
  },
  {
    name: 'offline-comment',
    at: GODFATHER,
    stands: '#comments form',
    act: (page) => comment(page, 'موسیقی نینو روتا را هم فراموش نکنیم.'),
    down: '#comments',
  },
  { name: 'watchlist', at: '/user/watchlist', stands: CARD },
  { name: 'offline-history', at: '/user/history', stands: 'main h1' },
  { name: 'sync', at: '/user/watchlist', stands: CARD, act: openSync },
  { name: 'offline-dashboard', at: '/user/dashboard', stands: DASHBOARD },
  {
    name: 'clear',
    at: '/user/dashboard',
    stands: DASHBOARD,
    async act(page) {
      await page.getByRole('button', { name: 'پاک کردن این دستگاه…' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  { name: 'unseen', at: '/titles/3/never-seen', stands: UNSEEN },
]
