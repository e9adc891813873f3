import { playerText } from '#text/player.ts'
import { violationsOf } from './axe.ts'
import { film, opened, response, runs, seek, test } from './player.ts'
import { expect } from './world.ts'

test('keyboard shortcuts, qualities, audio tracks and the film’s and user’s own subtitles work', async ({
  page,
  world,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await opened(page)
  const panel = page.getByRole('dialog')
  const shows = (words: string) =>
    expect(page.locator('[data-player] p[dir="auto"]').filter({ hasText: words })).toBeVisible()

  await page.keyboard.press('KeyK')
  await expect.poll(async () => (await film(page)).paused).toBe(true)
  await seek(page, 20)
  await page.keyboard.press('ArrowRight')
  await expect.poll(async () => (await film(page)).at).toBeCloseTo(30, 0)
  await page.keyboard.press('ArrowLeft')
  await expect.poll(async () => (await film(page)).at).toBeCloseTo(20, 0)
  // After a navigation the heading has the focus.
  await page.locator('main h1').focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(async () => (await film(page)).at).toBeCloseTo(30, 0)
  await page.keyboard.press('Digit5')
  await expect.poll(async () => (await film(page)).at).toBeCloseTo(120, 0)
  const slider = page.getByRole('slider', { name: 'جای پخش' })
  await expect(slider).toHaveAttribute('aria-valuetext', /دقیقه.* از .*دقیقه/)
  expect(await violationsOf(page)).toEqual([])
  // The timeline shows the time and thumbnail under the pointer.
  await slider.hover()
  await expect(page.locator('[data-player] img[src*="thumbnails"]')).toBeVisible()

  await page.keyboard.press('Shift+Slash')
  await expect(page.getByRole('dialog', { name: playerText.help })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)

  await page.getByRole('button', { name: playerText.settings }).click()
  await panel.getByText('۴۸۰p', { exact: true }).click()
  await panel.getByText('زبان اصلی (انگلیسی)', { exact: true }).click()
  await panel.getByText(playerText.rateOf(1.5), { exact: true }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: playerText.settings })).toBeFocused()
  await expect.poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.playbackRate)).toBe(1.5)
  await seek(page, 200)
  await page.keyboard.press('KeyK')
  await runs(page, 200)
  const asked = () => world.api.exchanges.map(({ path }) => path)
  await expect.poll(asked).toContainEqual(expect.stringMatching(/\/480p\/50\.m4s$/))
  await expect.poll(asked).toContainEqual(expect.stringMatching(/\/audio-original\/50\.m4s$/))
  await page.keyboard.press('KeyK')

  await page.getByRole('button', { name: playerText.subtitles, exact: true }).click()
  await panel.getByText('فارسی', { exact: true }).click()
  // «سلام، this.» in Windows-1256, the legacy Persian encoding.
  const bytes = Buffer.from([0xd3, 0xe1, 0xc7, 0xe3, 0xa1, 0x20, ...Buffer.from('this.')])
  const file = Buffer.concat([Buffer.from('1\r\n00:01:00,000 --> 00:01:04,000\r\n'), bytes, Buffer.from('\r\n\r\n')])
  await panel.locator('input[type=file]').setInputFiles({ name: 'old.srt', mimeType: 'text/plain', buffer: file })
  await expect(panel.getByText('old.srt')).toBeVisible()
  await panel.getByRole('button', { name: playerText.later }).click()
  await page.keyboard.press('Escape')
  await seek(page, 60.2)
  await expect(page.locator('[data-player] p[dir="auto"]')).toHaveCount(0)
  await seek(page, 61)
  await shows('سلام، this.')
  const words = page.locator('[data-player] p[dir="auto"]')
  const look = () =>
    words.evaluate((line) => ({
      size: Number.parseFloat(getComputedStyle(line).fontSize),
      ground: getComputedStyle(line.firstElementChild ?? line).backgroundColor,
    }))
  const { size } = await look()
  await page.getByRole('button', { name: playerText.subtitles, exact: true }).click()
  await panel.getByText(playerText.hundredths(150), { exact: true }).click()
  await panel.getByText(playerText.grounds.solid, { exact: true }).click()
  await expect.poll(look).toEqual({ size: expect.closeTo(size * 1.5, 0), ground: 'rgb(0, 0, 0)' })
  await page.keyboard.press('Escape')

  // The choices apply to the next film.
  await page.reload()
  await runs(page, 0, 60)
  await expect.poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.playbackRate)).toBe(1.5)
  await expect(page.locator('[data-player] p[dir="auto"]').first()).toBeAttached()
})

test('a track beside those of the language versions can be chosen', async ({ page, world }) => {
  const french = '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="audio",NAME="فرانسوی",LANGUAGE="fr",DEFAULT=NO,AUTOSELECT=NO,URI='
  await page.route('**/master.m3u8', async (route) => {
    const answer = await route.fetch()
    const master = await answer.text()
    const added = master.replace('#EXT-X-STREAM', `${french}"audio-original/index.m3u8?fr"\n#EXT-X-STREAM`)
    await route.fulfill({ response: answer, body: added })
  })
  await opened(page)
  await page.getByRole('button', { name: playerText.settings }).click()
  const voice = page.getByRole('group', { name: playerText.voice })
  await expect(voice.getByRole('radio')).toHaveCount(3)
  await voice.getByText('فرانسوی', { exact: true }).click()
  await expect(voice.getByRole('radio', { name: 'فرانسوی' })).toBeChecked()
  await expect.poll(() => world.api.exchanges.map(({ path }) => path)).toContainEqual(expect.stringMatching(/\?fr$/))
  await runs(page, 0)
})

test('a missing quality and invalid subtitles are reported, and the film plays', async ({ page, world }) => {
  world.api.setFaultRule((request) =>
    request.url?.endsWith('.vtt') ? response(200, '<p>portal</p>', 'text/vtt') : undefined,
  )
  await page.route('**/api/watch/**', async (route) => {
    const answer = await route.fetch()
    const { data } = await answer.json()
    await route.fulfill({ response: answer, json: { data: { ...data, quality: '2160p' } } })
  })
  await opened(page)
  await expect(page.getByText(playerText.noQuality('2160p'))).toBeVisible()
  await page.keyboard.press('KeyC')
  await expect(page.getByText(playerText.subtitlesBroken('فارسی'))).toBeVisible()
  await page.getByRole('button', { name: playerText.otherSubtitles }).click()
  await expect(page.getByRole('dialog', { name: playerText.subtitles })).toBeVisible()
})
