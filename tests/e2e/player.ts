import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Page } from '@playwright/test'
import { test as base, expect, NETWORK_ERRORS } from './world.ts'

/** Allows network errors, and restores the network after each test. */
export const test = base.extend<{ network: undefined }>({
  network: [
    async ({ world, console }, use) => {
      console.allow(NETWORK_ERRORS)
      await use(undefined)
      world.api.setFaultRule(undefined)
      world.restore()
    },
    { auto: true },
  ],
})

/** Both titles are free and four minutes long. */
const FILM = '/watch/tt0068646/68646'
export const SERIES = '/watch/tt0903747/903747'

export const SEGMENT = /\/media\/stream\/[^/]+\/\d+\/\w+\/(\d+p|audio-\w+)\/(\d+)\.m4s$/
/** The length of a segment, in seconds. */
export const PIECE = 4

interface Film {
  at: number
  paused: boolean
  /** The end of the buffered range at the current position. */
  until: number
}

export function film(page: Page): Promise<Film> {
  return page.locator('video').evaluate((video: HTMLVideoElement) => {
    const { buffered, currentTime: at, paused } = video
    const ranges = Array.from({ length: buffered.length }, (_, n) => [buffered.start(n), buffered.end(n)] as const)
    return { at, paused, until: ranges.find(([start, end]) => start <= at + 0.2 && at < end)?.[1] ?? at }
  })
}

/** Waits until the video plays near `from`. Returns its position. */
export async function runs(page: Page, from: number, within = 8): Promise<number> {
  const begun = await film(page)
  await expect.poll(async () => (await film(page)).at).toBeGreaterThan(Math.max(from, begun.at) + 0.3)
  const { at, paused } = await film(page)
  expect(paused).toBe(false)
  expect(at, 'the position is kept').toBeGreaterThanOrEqual(from - 0.5)
  expect(at, 'nothing is jumped over').toBeLessThan(from + within)
  return at
}

/** Opens a film and waits until it plays. */
export async function opened(page: Page, path = FILM) {
  await page.goto(path)
  await runs(page, 0, 60)
}

export const seek = (page: Page, to: number) =>
  page.locator('video').evaluate((video: HTMLVideoElement, time) => {
    video.currentTime = time
  }, to)

export type Answer = (request: IncomingMessage, response: ServerResponse) => void

/** Responds in the server's place, with the CORS header. */
export function response(status: number, body: string | Buffer, type = 'application/json'): Answer {
  return (_, response) => {
    response.writeHead(status, { 'Access-Control-Allow-Origin': '*', 'Content-Type': type })
    response.end(body)
  }
}

/** A status message that contains these words. */
export const statusWith = (page: Page, words: string) => page.getByRole('status').filter({ hasText: words })
