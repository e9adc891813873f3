import type { Page } from '@playwright/test'
import { expect, waitForIdle } from '#tests/e2e/world.ts'
import { GODFATHER, HEADING } from './screen.ts'

/** Writes rows into the user's database on this device. */
export async function putRows(page: Page, table: string, rows: object[]) {
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
