import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { pictureFile } from '#tests/harness/fixtures/operatorPictures.ts'
import { parde } from './parde.ts'
import { saveButton } from './sync/user.ts'
import { expect, NETWORK_ERRORS, register, test, waitForWorker } from './world.ts'

const KEY = 'tt0068646'
const PATH = '/titles/68646/the-godfather'
const RED = 'rgb(153, 51, 51)'
const GREEN = 'rgb(51, 153, 51)'

/** The colour in the middle of the poster that the page shows, with 16 levels per channel; empty until it is loaded. */
function posterColor(page: Page, selector: string): Promise<string> {
  return page.evaluate((within) => {
    const image = document.querySelector<HTMLImageElement>(`${within} img[src*="/media/posters/tt0068646-"]`)
    if (!image?.complete || image.naturalWidth === 0) return ''
    const context = new OffscreenCanvas(1, 1).getContext('2d')
    context?.drawImage(image, image.naturalWidth / 2, image.naturalHeight / 2, 1, 1, 0, 0, 1, 1)
    const pixel = context?.getImageData(0, 0, 1, 1).data ?? []
    return `rgb(${[...pixel]
      .slice(0, 3)
      .map((value) => Math.round(value / 17) * 17)
      .join(', ')})`
  }, selector)
}

test('a poster that the operator replaces is shown after the next refresh, and without a network', async ({
  device,
  world,
  console,
}) => {
  console.allow(NETWORK_ERRORS)
  const { page, context } = device
  const folder = await mkdtemp(join(tmpdir(), 'parde-poster-'))
  const add = async (color: string) => {
    const file = join(folder, 'poster.jpg')
    await writeFile(file, await pictureFile({ color }))
    expect(await parde(world, 'picture', 'add', 'poster', KEY, file)).toContain('changed: true')
  }
  /** Reloads until the page shows the poster: the server's answers are reused for a minute. */
  const expectPoster = async (path: string, selector: string, color: string) => {
    await page.goto(path)
    await expect(async () => {
      await page.reload()
      await expect.poll(() => posterColor(page, selector), { timeout: 5_000 }).toBe(color)
    }).toPass({ timeout: 90_000 })
  }
  try {
    await add('#993333')
    await register(page)
    await waitForWorker(page)
    await expectPoster(PATH, 'main header', RED)
    await saveButton(page).click()
    await expect(saveButton(page)).toHaveAttribute('aria-pressed', 'true')

    await add('#339933')
    await expectPoster(PATH, 'main header', GREEN)
    await expectPoster('/user/watchlist', 'main article', GREEN)

    world.cut()
    await context.setOffline(true)
    await page.reload()
    await expect.poll(() => posterColor(page, 'main article')).toBe(GREEN)
    await page.goto(PATH)
    await expect.poll(() => posterColor(page, 'main header')).toBe(GREEN)
  } finally {
    await parde(world, 'picture', 'remove', 'poster', KEY)
    await rm(folder, { recursive: true, force: true })
  }
})
