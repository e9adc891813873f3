import { effects, expectSent, outboxOf, savesOf } from '#tests/e2e/sync/user.ts'
import { storageTroubleText } from '#text/sync.ts'
import { isOn, isPressed, openTitle, openTitles, register, SAVE, toggle, waitForWorker } from './app.ts'
import { expect, test } from './scenario.ts'

test('a page left during a call locks no database, and going back and forward shows the current state', async ({
  tab,
  world,
}) => {
  await register(tab)
  await waitForWorker(tab)
  const title = await openTitle(tab)
  const held = world.api.hold(savesOf(title), 'request')
  await toggle(tab, SAVE, true)
  await held.met
  // As a document: the page that made the call goes to the back/forward cache.
  await tab.goto('/user/watchlist')
  await tab.sees({ css: `main a[href="${title.path}"]` })
  held.release()
  await expectSent(tab)
  expect(effects(world, title)).toEqual([true])

  await tab.back()
  await tab.isAt(title.path)
  await isPressed(tab, SAVE, true)
  await toggle(tab, SAVE, false)
  await tab.forward()
  await tab.isAt('/user/watchlist')
  await tab.misses({ css: `main a[href="${title.path}"]` })
  await expectSent(tab)
  expect(effects(world, title)).toEqual([true, false])
})

test('titles that are opened as documents one after the other, forwards and back, all appear', async ({ tab }) => {
  await register(tab)
  // Leaves each page while its lists are being written.
  const titles = await openTitles(tab, 3)
  for (const { path } of titles) await tab.goto(path)
  for (const { path } of titles.slice(0, -1).toReversed()) {
    await tab.back()
    await tab.isAt(path)
    await tab.sees({ css: 'main a[href^="/people/"]' })
    await toggle(tab, SAVE, true)
  }
  await tab.goto('/user/watchlist')
  for (const { path } of titles.slice(0, -1)) await tab.sees({ css: `main a[href="${path}"]` })
  await expectSent(tab)
  expect(await outboxOf(tab)).toEqual([])
})

test('a page left while it opens its database does not keep the next pages from opening it', async ({ device }) => {
  const { tab } = device
  const oldTab = await device.newTab()
  await oldTab.goto('/unsupported.html')
  await oldTab.evaluate(openDatabase, 1)
  // Waits to upgrade the database when it is left.
  await tab.goto('/categories')
  await tab.sees({ css: '[role=status], [role=alert]', text: storageTroubleText.blocked })
  await tab.goto('/collections')
  await oldTab.close()
  await openTitle(tab)
})

test('a page left before it hears that its database is to be created does not keep the next page from opening it', async ({
  tab,
  world,
}) => {
  const held = world.app.hold(({ url = '' }) => url.startsWith('/assets/databases-'), 'request')
  await tab.goto('/categories')
  await held.met
  await tab.evaluate(leaveWhileOpening, '/unsupported.html')
  held.release()
  await tab.isAt('/unsupported.html')
  await tab.evaluate(openDatabase)
})

test('a button clicked at the moment of leaving works after going back', async ({ tab }) => {
  await register(tab)
  await waitForWorker(tab)
  const title = await openTitle(tab)
  let isSaved = false
  for (const wait of [0, 10, 40]) {
    await isPressed(tab, SAVE, isSaved)
    // Transactions are under way when the page goes into the back/forward cache.
    await tab.evaluate(clickAndLeave, SAVE.name ?? '', '/user/watchlist', wait)
    await tab.isAt('/user/watchlist')
    await tab.back()
    await tab.isAt(title.path)
    // A page that was discarded instead may have ended before the first write.
    if (await tab.evaluate(() => 'wasLeft' in window)) await isPressed(tab, SAVE, !isSaved)
    isSaved = await isOn(tab, SAVE)
    await toggle(tab, SAVE, !isSaved)
    isSaved = !isSaved
  }
  await expectSent(tab)
})

test('a list that was about to show search results when its page was left shows them after going back', async ({
  tab,
}) => {
  await register(tab)
  const title = await openTitle(tab)
  await toggle(tab, SAVE, true)
  await tab.goto('/user/watchlist')
  const row = { css: `main a[href="${title.path}"]` }
  for (let round = 0; round < 4; round++) {
    await tab.sees(row)
    await tab.evaluate(search, `no title ${round}`, '/categories')
    await tab.isAt('/categories')
    await tab.back()
    await tab.isAt(/^\/user\/watchlist/)
    await tab.sees({ css: 'main input[type=search]' })
    // React shows results in a later task than the typed text. A page that was discarded instead has forgotten it.
    if (await tab.evaluate(() => 'wasLeft' in window)) await tab.misses(row)
    // Also a discarded page may have written text to its address.
    await tab.evaluate(search, '')
  }
})

/** Types into the search field; with `leavingTo`, again and again until the page is put away. */
function search(text: string, leavingTo?: string) {
  const type = (value: string) => {
    const field = document.querySelector('main input[type=search]')
    // Past React's own setter, as a browser does.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value)
    field?.dispatchEvent(new Event('input', { bubbles: true }))
  }
  if (leavingTo === undefined) return type(text)
  Object.assign(window, { wasLeft: true })
  let count = 0
  const typing = setInterval(() => type(`${count++}`))
  addEventListener(
    'pagehide',
    () => {
      clearInterval(typing)
      type(text)
    },
    { once: true },
  )
  location.assign(leavingTo)
}

/** Opens the device's database; as version 1, like an old version of the app, which does not close it for an upgrade. */
function openDatabase(version?: number) {
  return new Promise<void>((done, fail) => {
    const opening = indexedDB.open('parde-device', version)
    opening.onsuccess = () => done()
    opening.onerror = () => fail(opening.error)
  })
}

/** Makes the page open another document when it opens a database, whose events wait behind a thousand slow tasks. */
function leaveWhileOpening(path: string) {
  let count = 0
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = () => {
    count += 1
    // The answer of the database has arrived by then.
    if (count === 100) location.assign(path)
    const end = performance.now() + 1
    while (performance.now() < end) {
      // Continues.
    }
  }
  const watch = ({ IDBFactory: { prototype } }: typeof globalThis) => {
    const { open } = prototype
    prototype.open = function (...args) {
      if (count === 0) for (let task = 0; task < 1_000; task++) port2.postMessage(undefined)
      return open.apply(this, args)
    }
  }
  watch(globalThis)
  // The app may open a database through a frame.
  const { appendChild } = Node.prototype
  Node.prototype.appendChild = function (child) {
    appendChild.call(this, child)
    if (child instanceof HTMLIFrameElement && child.contentWindow) watch(child.contentWindow as typeof window)
    return child
  }
}

function clickAndLeave(name: string, path: string, wait: number) {
  Object.assign(window, { wasLeft: true })
  const button = document.querySelector<HTMLElement>(`main button[aria-label="${name}"]`)
  // An odd number of writes that wait for each other.
  for (let click = 0; click < 5; click++) button?.click()
  setTimeout(() => location.assign(path), wait)
}
