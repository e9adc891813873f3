import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeSourceFilm } from '#tests/harness/sourceFilm.ts'
import { playerText } from '#text/player.ts'
import { violationsOf } from './axe.ts'
import { parde } from './parde.ts'
import { film, runs, seek } from './player.ts'
import { storedDownloads } from './storedDownloads.ts'
import { expect, NETWORK_ERRORS, register, test, waitForIdle, waitForWorker } from './world.ts'

/** A free series of the demo catalogue with several episodes. */
const SERIES = 'tt0306414'

test('an intro is skipped by button or key, the credits offer the next episode, and a download keeps both', async ({
  device,
  world,
  console,
}) => {
  console.allow(NETWORK_ERRORS)
  const { page, context } = device
  const folder = await mkdtemp(join(tmpdir(), 'parde-chapters-'))
  const episode = ['--season', '1', '--episode', '1']
  const skip = page.getByRole('button', { name: playerText.skipIntro })
  const nextUp = page.getByRole('region', { name: playerText.nextEpisode })
  const expectChapters = async () => {
    await runs(page, 0, 60)
    await seek(page, 3)
    await skip.click()
    await expect.poll(async () => (await film(page)).at).toBeGreaterThanOrEqual(10)
    await expect(skip).toHaveCount(0)
    await seek(page, 4)
    await expect(skip).toBeVisible()
    await page.keyboard.press('KeyS')
    await expect.poll(async () => (await film(page)).at).toBeGreaterThanOrEqual(10)
    await expect(nextUp).toHaveCount(0)
    await seek(page, 31)
    await expect(nextUp).toBeVisible()
    await expect(nextUp).not.toContainText('ثانیهٔ دیگر')
  }
  try {
    const source = join(folder, 'episode.mkv')
    const chapters = ['Part 1', 'Intro', 'Part 2', 'Credits'].map((name, at) => ({
      name,
      start: [0, 2, 10, 30][at] ?? 0,
    }))
    makeSourceFilm(source, { seconds: 60, size: '320x240', audios: ['eng'], chapters })
    await parde(world, 'film', 'add', SERIES, source, ...episode)
    await register(page)
    await waitForWorker(page)
    await page.goto(`/titles/${Number(SERIES.slice(2))}/files`)
    await page
      .getByRole('link', { name: /قسمت ۱/ })
      .first()
      .click()
    await expectChapters()
    await seek(page, 3)
    await expect(skip).toBeVisible()
    await waitForIdle(page)
    expect(await violationsOf(page)).toEqual([])
    const address = page.url()

    await page.goto(`/titles/${Number(SERIES.slice(2))}/files`)
    await page
      .getByRole('button', { name: /^دانلود در برنامه: / })
      .first()
      .click()
    await page.getByRole('dialog').getByRole('button', { name: 'شروع دانلود' }).click()
    await expect.poll(async () => (await storedDownloads(page)).map(({ state }) => state)).toEqual(['kept'])
    world.cut()
    await context.setOffline(true)
    await page.goto(address)
    await expectChapters()
  } finally {
    await parde(world, 'film', 'remove', SERIES, ...episode)
    await rm(folder, { recursive: true, force: true })
  }
})
