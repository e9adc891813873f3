/** Functions that run in the page. Each is self-contained, since Playwright passes it as source text. */

/** Signs a user in, or fills the user's database with rows and outbox entries. */
export async function fillDevice({ step, rows, waiting }: { step: 'session' | 'rows'; rows: number; waiting: number }) {
  const open = (name: string) =>
    new Promise<IDBDatabase>((done, fail) => {
      const asked = indexedDB.open(name)
      asked.onsuccess = () => done(asked.result)
      asked.onerror = () => fail(asked.error)
    })
  const write = async (name: string, tables: Record<string, unknown[]>) => {
    const database = await open(name)
    const transaction = database.transaction(Object.keys(tables), 'readwrite')
    for (const [store, list] of Object.entries(tables)) for (const row of list) transaction.objectStore(store).put(row)
    await new Promise<void>((done, fail) => {
      transaction.oncomplete = () => done()
      transaction.onabort = () => fail(transaction.error)
    })
    database.close()
  }
  const imdb = (id: number) => `tt${String(id).padStart(7, '0')}`
  const card = (id: number) => ({
    ...{ id, path: `/titles/${id}/the-silent-river-${id}`, imdb: imdb(id), type: id % 4 === 0 ? 'series' : 'movie' },
    ...{ titleEn: `The Silent River ${id}`, titleFa: `رود خاموش ${id}`, year: 1950 + (id % 75) },
    ...{ rating: (id % 90) / 10, votes: id * 3, isDubbed: id % 2 === 0, hasSubtitle: true },
    ...{ poster: `/media/posters/${imdb(id)}-3-1a2b3c4d-{width}.{format}`, posterColor: '#204060' },
    genres: [
      { id: 1, titleFa: 'درام' },
      { id: 2 + (id % 9), titleFa: 'هیجان‌انگیز' },
    ],
    ...{ rottenTomatoes: { rtMeter: id % 100, rtStatus: 'fresh' }, updatedAt: '2026-01-01T00:00:00.000Z' },
  })
  const at = Date.now()
  // A near future time: the app takes one beyond its longest backoff for a wrong clock and sends at once.
  const later = at + 240_000
  if (step === 'session') {
    // biome-ignore lint/suspicious/noDocumentCookie: sets the session cookie before the app starts
    document.cookie = 'token=bench; path=/'
    const user = { id: 1, name: 'سنجش', email: null, telegram: null }
    const rest = { newNotifications: false, subscription: null, createdAt: null }
    await write('parde-device', {
      meta: [{ key: 'session', value: { token: 'bench', user: { ...user, ...rest }, status: 'active' } }],
    })
    return
  }
  const ids = Array.from({ length: rows }, (_, nth) => nth + 1)
  await write('parde-user-1', {
    watchlist: ids.map((id) => ({
      ...{ titleId: id, version: id, title: card(id), savedAt: new Date(at - id * 60_000).toISOString() },
    })),
    // About eight a day.
    history: ids.map((id) => ({
      ...{ titleId: id, version: id, title: card(id), watchedAt: new Date(at - id * 10_800_000).toISOString() },
      ...{ fileId: null, episodeId: null, position: (id * 37) % 6000, duration: 6000, episodes: [] },
    })),
    // Every third entry removes a title, the others save one.
    outbox: Array.from({ length: waiting }, (_, nth) => {
      const titleId = nth % 3 === 0 ? 5_000 + nth : 20_000 + nth
      return {
        ...{ seq: nth + 1, key: crypto.randomUUID(), formatVersion: 1, userId: 1, kind: 'watchlist.setSaved' },
        ...{ entity: `watchlist:${titleId}`, payload: { titleId, saved: nth % 3 !== 0, card: card(titleId) } },
        ...{ label: `رود خاموش ${titleId}`, createdAt: at, attempts: 0, unsure: false, refusals: 0 },
        ...{
          failingAfter: null,
          nextAt: later,
          leaseUntil: 0,
          leaseBy: null,
          status: 'queued',
          lastError: null,
        },
      }
    }),
    meta: ['watchlist', 'history'].map((name) => ({ key: `cursor:${name}`, value: 'bench' })),
  })
}

/** Installed before the page's scripts: records the first query for the newest rows, its result and the first rendered row. */
export function watchFirstRows() {
  const seen = { queried: 0, read: 0, rendered: 0 }
  Object.assign(globalThis, { firstRows: seen })
  const { getAll } = IDBIndex.prototype
  IDBIndex.prototype.getAll = function (...how: Parameters<typeof getAll>) {
    const request = getAll.apply(this, how)
    if ((this.name === 'savedAt' || this.name === 'watchedAt') && seen.queried === 0) {
      seen.queried = performance.now()
      request.addEventListener('success', () => {
        seen.read = performance.now()
      })
    }
    return request
  }
  const watcher = new MutationObserver(() => {
    if (!document.querySelector('li[aria-posinset]')) return
    seen.rendered = performance.now()
    watcher.disconnect()
  })
  watcher.observe(document, { childList: true, subtree: true })
}

/**
 * The time from the database query to its result and to the first rendered row, in ms; undefined without a query.
 */
export function firstRows(): { read: number; rendered: number } | undefined {
  const { firstRows: seen } = globalThis as unknown as {
    firstRows: { queried: number; read: number; rendered: number }
  }
  return seen.queried > 0 ? { read: seen.read - seen.queried, rendered: seen.rendered - seen.queried } : undefined
}

/** Waits until the list knows its length. */
export async function untilWhole(least: number) {
  const size = () => Number(document.querySelector('li[aria-posinset="1"]')?.getAttribute('aria-setsize'))
  while (!(size() >= least)) await new Promise(requestAnimationFrame)
}

declare function postTask<Result>(task: () => Result, options: { priority: 'user-blocking' }): Promise<Result>

/**
 * Removes the second item. Returns the time in ms until the frame without it was rendered: a message posted in that frame
 * arrives right after the paint.
 */
export async function tapAway(): Promise<number> {
  const item = document.querySelector('li[aria-posinset="2"]')
  const name = item?.querySelector('h3')?.textContent
  const started = performance.now()
  item?.querySelector('button')?.click()
  while (document.querySelector('li[aria-posinset="2"] h3')?.textContent === name) {
    await new Promise(requestAnimationFrame)
  }
  const { scheduler } = globalThis as unknown as { scheduler: { postTask: typeof postTask } }
  const took = await scheduler.postTask(() => performance.now() - started, { priority: 'user-blocking' })
  await new Promise((rest) => setTimeout(rest, 800))
  return took
}

/**
 * Scrolls the list as a fling does: from 8,000 px a second, Android's maximum, with the deceleration of browsers, and
 * repeatedly. Positions follow the clock, so a late frame scrolls further. Returns the average and longest frame in ms.
 */
export async function fling(count: number): Promise<{ mean: number; longest: number; slow: number }> {
  const speed = 8 // px a ms
  const slowing = 325 // ms
  const every = 700 // ms
  const gone = (ms: number) => speed * slowing * (1 - Math.exp(-ms / slowing))
  const times: number[] = []
  const began = await new Promise<number>(requestAnimationFrame)
  let before = began
  for (let frame = 0; frame < count; frame++) {
    const ms = before - began
    window.scrollTo(0, Math.floor(ms / every) * gone(every) + gone(ms % every))
    const now = await new Promise<number>(requestAnimationFrame)
    times.push(now - before)
    before = now
  }
  const mean = times.reduce((sum, time) => sum + time, 0) / count
  return { mean, longest: Math.max(...times), slow: times.filter((time) => time > 50).length }
}
