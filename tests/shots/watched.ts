import type { Page } from '@playwright/test'
import { expect } from '#tests/e2e/world.ts'
import { CARD, FILE, GODFATHER, type Screen, SERIES } from './screen.ts'
import { putRows } from './storedRows.ts'

const PLAYS = 'main a[aria-label^="ادامهٔ پخش"], main a:has-text("ادامهٔ پخش")'

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

/** Screens that show watched titles. */
export const WATCHED: Screen[] = [
  { name: 'watched-home', at: watchedSome('/'), ready: PLAYS, down: '[aria-label="ادامهٔ تماشا"]' },
  { name: 'watched-history', at: '/user/history', ready: PLAYS },
  { name: 'watched-dashboard', at: '/user/dashboard', ready: PLAYS },
  { name: 'watched-film', at: GODFATHER, ready: PLAYS },
  { name: 'watched-series', at: SERIES, ready: PLAYS },
  { name: 'watched-seasons', at: SERIES, ready: '[role="tab"]', down: '[role="tablist"]' },
  { name: 'watched-files', at: '/titles/903747/files', ready: FILE },
]
