import type { Page } from '@playwright/test'
import * as inventory from '#data/platform/inventory.ts'
import { expect, NETWORK_ERRORS, register, test, waitForIdle, waitForWorker, workerRegistration } from './world.ts'

const { policyOf } = inventory

/** The names that the browser stores, by storage. */
interface Stored {
  databases: string[]
  deviceTables: string[]
  deviceMeta: string[]
  userTables: string[]
  userMeta: string[]
  caches: string[]
  local: string[]
  session: string[]
  cookies: string[]
}

const ITEMS = {
  databases: inventory.DATABASES,
  deviceTables: { ...inventory.DEVICE_TABLES, meta: 'configuration' },
  deviceMeta: inventory.DEVICE_META,
  userTables: { ...inventory.USER_TABLES, meta: 'pending' },
  userMeta: inventory.USER_META,
  caches: inventory.CACHES,
  local: inventory.LOCAL_ITEMS,
  session: inventory.SESSION_ITEMS,
  cookies: inventory.COOKIES,
} as const
const STORAGES = Object.keys(ITEMS) as (keyof Stored)[]

/** Keys of the inventory that this test does not create, with the reason. */
const NOT_CREATED: Partial<Record<keyof Stored, string[]>> = {
  // A subscription needs the browser's push service: tests/screens/notifications.push.test.tsx.
  // A server without the bulk read, a full device and a pause: tests/data/pack.fill.test.ts.
  // A deleted account, until its data is gone: tests/e2e/accountDeletion.spec.ts.
  deviceMeta: ['push', 'packIsSlow', 'packProblem', 'packIsPaused', 'deletedAccount:*'],
  // Rows of older versions.
  userMeta: ['syncedAt'],
  // A device with a screen lock: tests/e2e/passkeys.spec.ts.
  local: ['parde-passkey-offered:*'],
  session: [
    // Later builds: tests/e2e/newVersion.spec.ts.
    'parde-updated',
    'parde-left-behind',
    'parde-early',
    // Chunks that no server has: tests/unit/missingChunk.test.ts.
    'parde-missing:*',
    'parde-reloaded-for-a-part',
    'tanstack_router_reload:*',
  ],
}

async function storedBy(page: Page): Promise<Stored> {
  const cookies = (await page.context().cookies(page.url())).map(({ name }) => name)
  const stored = await page.evaluate(async () => {
    const open = (name: string) =>
      new Promise<IDBDatabase>((done, fail) => {
        const request = indexedDB.open(name)
        request.onsuccess = () => done(request.result)
        request.onerror = () => fail(request.error)
      })
    const keysOf = (database: IDBDatabase) =>
      new Promise<string[]>((done) => {
        const request = database.transaction('meta').objectStore('meta').getAllKeys()
        request.onsuccess = () => done(request.result.map(String))
      })
    const names = (await indexedDB.databases()).flatMap(({ name }) => name ?? [])
    const tables: Record<string, string[]> = {}
    const meta: Record<string, string[]> = {}
    for (const name of names.filter((one) => one.startsWith('parde-'))) {
      const group = name.startsWith('parde-user-') ? 'user' : 'device'
      const database = await open(name)
      tables[group] = [...database.objectStoreNames]
      meta[group] = await keysOf(database)
      database.close()
    }
    return {
      databases: names,
      deviceTables: tables.device ?? [],
      deviceMeta: meta.device ?? [],
      userTables: tables.user ?? [],
      userMeta: meta.user ?? [],
      caches: await caches.keys(),
      local: Object.keys(localStorage),
      session: Object.keys(sessionStorage),
    }
  })
  return { ...stored, cookies }
}

/** The key of the inventory that stands for a stored name. */
function keyOf(storage: keyof Stored, name: string): string {
  const key = Object.keys(ITEMS[storage]).find((known) =>
    known.endsWith('*') ? name.startsWith(known.slice(0, -1)) : name === known,
  )
  return key ?? `unknown: ${name}`
}

const keysOf = (stored: Stored, storage: keyof Stored) =>
  [...new Set(stored[storage].map((name) => keyOf(storage, name)))].toSorted()

/** Stored items that the inventory says the occasion deletes. */
function leftDespite(occasion: 'onSignOut' | 'onClearDevice', stored: Stored) {
  const names = STORAGES.flatMap((storage) =>
    keysOf(stored, storage)
      .filter((key) => (policyOf(ITEMS[storage], key) ?? { [occasion]: 'delete' })[occasion] === 'delete')
      .map((key) => `${storage}: ${key}`),
  )
  return names.toSorted()
}

/** Items that a guest’s screens store again: pictures, the public catalogue and when it was refreshed, and metrics. */
const HOME_OF_A_GUEST = [
  'caches: parde-media',
  'deviceMeta: freshenedAt',
  'deviceMeta: metricCounts',
  'databases: workbox-expiration',
  'deviceTables: answers',
  'deviceTables: cards',
  'deviceTables: packCards',
  'deviceTables: packCollections',
  'deviceTables: packPages',
  'deviceTables: packStates',
  'deviceTables: people',
  'deviceTables: searches',
  'deviceTables: titles',
  'local: parde-first-screen',
]

/** The rows of a table in the database whose name starts with `database`. */
const rowsOf = (page: Page, database: 'parde-device' | 'parde-user-', table: string) =>
  page.evaluate(
    async ([prefix, store]) => {
      const name = (await indexedDB.databases()).find((one) => one.name?.startsWith(prefix))?.name ?? ''
      const opening = indexedDB.open(name)
      const opened = await new Promise<IDBDatabase>((done) => {
        opening.onsuccess = () => done(opening.result)
      })
      const reading = opened.transaction(store).objectStore(store).getAll()
      const rows = await new Promise<Record<string, unknown>[]>((done) => {
        reading.onsuccess = () => done(reading.result)
      })
      opened.close()
      return rows
    },
    [database, table] as const,
  )

/** Starts to download a film. */
async function startDownload(page: Page) {
  await page.goto('/titles/68646/files')
  await page
    .getByRole('button', { name: /^دانلود در برنامه: / })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'شروع دانلود' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
}

test('the inventory lists everything that the app stores, and sign-out and clear-device follow it', async ({
  page,
  context,
  world,
  console: errors,
}) => {
  errors.allow(NETWORK_ERRORS)
  // Desktop browsers do not report the connection type, on which the choice "only over Wi-Fi" depends.
  await context.addInitScript(() => {
    const { connection } = navigator as { connection?: object }
    if (connection) Object.defineProperty(connection, 'type', { configurable: true, get: () => 'wifi' })
  })
  await context.grantPermissions(['notifications'], { origin: world.appUrl })
  const seen = new Map(STORAGES.map((storage) => [storage, new Set<string>()]))
  const look = async () => {
    const stored = await storedBy(page)
    for (const storage of STORAGES) for (const key of keysOf(stored, storage)) seen.get(storage)?.add(key)
    return stored
  }
  const eventually = (storage: keyof Stored, key: string) =>
    expect.poll(async () => keysOf(await look(), storage)).toContain(key)

  await test.step('a guest', async () => {
    await page.goto('/?r=friend')
    await waitForWorker(page)
    await waitForIdle(page)
    await eventually('session', 'parde-first-visit')
    await eventually('local', 'parde-first-screen')
    await page.reload()
    await eventually('session', 'tsr-scroll-restoration-v1_3')
    await eventually('caches', 'parde-media')
    const saver = page.getByRole('switch', { name: /صرفه‌جویی/ })
    await saver.click()
    await eventually('caches', 'parde-spares-data')
    await eventually('deviceMeta', 'sparesData')
    await saver.click()
    await page.goto('/titles/68646/the-godfather')
    await page
      .getByRole('main')
      .getByRole('button', { name: /^ذخیره/ })
      .first()
      .click()
    await expect(page).toHaveURL(/\/auth\/login/)
    await eventually('session', 'parde-deferred-action')
    await page.evaluate(() => sessionStorage.removeItem('parde-deferred-action'))
    await page.getByLabel('ایمیل', { exact: false }).fill('sara@parde.example')
    await eventually('session', 'parde-account-draft')
    await page.goto('/')
    await page.getByRole('button', { name: 'جستجو' }).first().click()
    await page.getByRole('combobox').fill('پدرخوانده')
    await page.getByRole('combobox').press('Enter')
    await expect(page).toHaveURL(/q=/)
    await page.goBack()
    await page.reload()
    await eventually('session', 'parde-places')
    await expect.poll(() => rowsOf(page, 'parde-device', 'searches')).not.toEqual([])
  })

  await test.step('the offer to install', async () => {
    const other = await context.newPage()
    await other.clock.install()
    await other.goto('/')
    await expect(other.getByRole('main').getByRole('link').first()).toBeVisible()
    // The prerendered page shows its links before the app listens.
    const storedAfterOffer = async () => {
      // The second visit of this device, but the first of this tab.
      await other.evaluate(() => {
        sessionStorage.removeItem('parde-first-visit')
        dispatchEvent(new Event('beforeinstallprompt', { cancelable: true }))
      })
      await other.clock.fastForward(61_000)
      return keysOf(await look(), 'local')
    }
    await expect.poll(storedAfterOffer).toContain('parde-install-offered')
    await other.close()
  })

  const account = await register(page)

  await test.step('a title', async () => {
    await page.goto('/titles/68646/the-godfather')
    const button = (name: RegExp) => page.getByRole('main').getByRole('button', { name }).first()
    await button(/^ذخیره/).click()
    await button(/^پسندیدن/).click()
    await page.getByLabel('نظر شما').first().fill('نیمه‌کاره')
    await eventually('local', 'parde-draft:*')
    await eventually('deviceMeta', 'parde-draft:*')
    await eventually('deviceMeta', 'askedToPersist')
    await eventually('userMeta', 'acknowledged')
    await eventually('userMeta', 'toldVersion')
    await eventually('userMeta', 'cursor:*')
    await page.goto('/titles/68646/files?quality=1080p&language=dubbed')
    await eventually('local', 'parde-file-quality')
    await eventually('local', 'parde-file-language')
  })

  await test.step('a film', async () => {
    await page.goto('/watch/tt0068646/68646')
    const video = page.locator('video')
    await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeGreaterThan(1)
    await video.evaluate((element: HTMLVideoElement) => {
      element.currentTime = 60
      element.muted = !element.muted
    })
    await eventually('local', 'parde-player')
    await eventually('caches', 'parde-parts')
    // The player stores the position every few seconds; the home screen then offers to continue.
    await expect
      .poll(async () => (await rowsOf(page, 'parde-user-', 'history')).some(({ position }) => Number(position) > 60))
      .toBe(true)
  })

  await test.step('a download', async () => {
    await startDownload(page)
    await page.goto('/user/downloads')
    await eventually('caches', 'parde-video-*')
    await eventually('userMeta', 'knownTime')
    await page.getByRole('switch', { name: /وای‌فای/ }).click()
    await eventually('deviceMeta', 'filmsOverWifiOnly')
    await page.getByRole('switch', { name: /شارژ/ }).click()
    await eventually('deviceMeta', 'downloadsWhileCharging')
    await page.getByRole('combobox', { name: 'سقف حجم دانلودها' }).selectOption({ index: 6 })
    await eventually('deviceMeta', 'downloadLimit')
  })

  await test.step('lists, the home and a payment', async () => {
    await page.goto('/user/watchlist')
    await page.getByRole('radio', { name: 'فهرستی' }).check({ force: true })
    await eventually('local', 'parde-watchlist-look')
    await eventually('userMeta', 'pulled:*')
    await eventually('caches', 'parde-pack')
    await eventually('deviceMeta', 'packWidths')
    await page.goto('/on-this-device')
    await page.getByRole('radio', { name: 'فقط Wi-Fi' }).check({ force: true })
    await eventually('deviceMeta', 'packNetworks')
    await eventually('deviceMeta', 'metricsPolicy')
    await page.getByRole('switch', { name: /آمار/ }).click()
    await eventually('deviceMeta', 'metricsConsent')
    await eventually('deviceMeta', 'metricCounts')
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' })
      document.dispatchEvent(new Event('visibilitychange'))
    })
    await eventually('deviceMeta', 'metricsSentAt')
    await page.goto('/user/new-request')
    await page.getByRole('textbox', { name: 'نام فیلم یا سریال' }).fill('نیمه‌کاره')
    await page.goto('/')
    await eventually('local', 'parde-continues')
    await eventually('caches', 'parde-own-home')
    await eventually('caches', 'parde-home-*')
    await page.goto('/premium/plans')
    await page.getByRole('link', { name: 'خرید اشتراک سه‌ماهه' }).click()
    await page.getByRole('button', { name: /^پرداخت/ }).click()
    await expect(page.getByRole('heading', { name: 'درگاه پرداخت آزمایشی' })).toBeVisible()
    // Without an answer the check stays pending.
    const isCheck = (url: URL) => url.pathname.endsWith('/payment-check')
    await context.route(isCheck, (route) => route.abort())
    await page.goBack()
    await eventually('local', 'check-until')
    await context.unroute(isCheck)
  })

  const session = await context.newCDPSession(page)
  const registrationId = await workerRegistration(session, world.appUrl)
  const shown = () => page.evaluate(async () => (await (await navigator.serviceWorker.ready).getNotifications()).length)
  await test.step('the background', async () => {
    const event = { origin: world.appUrl, registrationId }
    await session.send('ServiceWorker.dispatchPeriodicSyncEvent', { ...event, tag: 'parde-freshen' })
    await eventually('deviceMeta', 'freshenedAt')
    await session.send('ServiceWorker.deliverPushMessage', { ...event, data: '{}' })
    await expect.poll(shown).toBe(1)
  })

  for (const storage of STORAGES) {
    const expected = Object.keys(ITEMS[storage]).filter((key) => !NOT_CREATED[storage]?.includes(key))
    expect.soft([...(seen.get(storage) ?? [])].toSorted(), storage).toEqual(expected.toSorted())
  }

  await test.step('sign-out', async () => {
    await page.goto('/auth/logout')
    await expect(page).toHaveURL(/\/$/)
    await expect
      .poll(async () => leftDespite('onSignOut', await storedBy(page)))
      .toEqual(expect.arrayContaining(HOME_OF_A_GUEST.filter((name) => name.startsWith('deviceTables'))))
    const left = leftDespite('onSignOut', await storedBy(page))
    expect(left.filter((name) => !HOME_OF_A_GUEST.includes(name))).toEqual([])
    for (const table of ['searches', 'titles', 'packStates', 'packPages']) {
      expect(await rowsOf(page, 'parde-device', table)).toEqual([])
    }
    expect(await shown()).toBe(0)
    expect((await storedBy(page)).local).toEqual(
      expect.arrayContaining(['parde-player', 'parde-data-saver', 'parde-watchlist-look', 'parde-file-quality']),
    )
  })

  await test.step('clear-device', async () => {
    await page.goto('/auth/login')
    await page.getByLabel('ایمیل', { exact: false }).fill(account.email)
    await page.locator('input[autocomplete="current-password"]').fill(account.password)
    await page.locator('main form button[type=submit]').click()
    await expect(page).toHaveURL(/\/$/)
    await page.goto('/user/dashboard')
    await page.getByRole('button', { name: 'پاک کردن این دستگاه…' }).click()
    await page.getByRole('button', { name: 'همه را پاک کن' }).click()
    await expect(page.getByText('این دستگاه پاک شد')).toBeVisible()
    const left = leftDespite('onClearDevice', await storedBy(page))
    expect(left.filter((name) => !HOME_OF_A_GUEST.includes(name))).toEqual([])
    expect(await rowsOf(page, 'parde-device', 'searches')).toEqual([])
    expect((await storedBy(page)).deviceMeta).toEqual(['apiBase', 'metricsPolicy'])
  })
})

test('sign-out in one tab deletes the user’s data while another tab plays a film and downloads one', async ({
  page,
  context,
  console: errors,
}) => {
  errors.allow(NETWORK_ERRORS)
  await page.goto('/')
  await waitForWorker(page)
  await register(page)
  await startDownload(page)
  const video = page.locator('video')
  const position = () => video.evaluate((element: HTMLVideoElement) => element.currentTime)
  await page.goto('/watch/tt0903747/903747')
  await expect.poll(position).toBeGreaterThan(1)
  await expect.poll(() => rowsOf(page, 'parde-user-', 'history')).not.toEqual([])
  await expect.poll(async () => keysOf(await storedBy(page), 'caches')).toContain('parde-video-*')

  const other = await context.newPage()
  await other.goto('/contact')
  const left = async () =>
    leftDespite('onSignOut', await storedBy(other)).filter((name) => !HOME_OF_A_GUEST.includes(name))
  expect(await left()).toEqual(expect.arrayContaining(['caches: parde-video-*', 'userTables: history']))
  await other.goto('/auth/logout')
  await expect(other).toHaveURL(/\/$/)
  await expect.poll(left).toEqual([])

  // The film is free for guests too. Its tab, which stored a position every few seconds, stores none from now on.
  const at = await position()
  await expect.poll(position).toBeGreaterThan(at + 12)
  expect(await left()).toEqual([])
  await page.goto('/')
  await expect(page.getByRole('main').getByRole('link').first()).toBeVisible()
  expect(await left()).toEqual([])
})
