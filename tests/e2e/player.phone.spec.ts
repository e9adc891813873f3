import type { Page } from '@playwright/test'
import { playerText, transportText } from '#text/player.ts'
import { violationsOf } from './axe.ts'
import { film, opened, runs, SEGMENT, SERIES, test } from './player.ts'
import { expect } from './world.ts'

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true })

  /** The player's requests to the phone's APIs. `turned` is the orientation lock, which desktop browsers lack. */
  interface Phone {
    awake: number
    turned: string
    acts: Partial<Record<MediaSessionAction, MediaSessionActionHandler | null>>
  }
  const phoneOf = (page: Page) =>
    page.evaluate(() => {
      const { awake, turned } = (window as unknown as { phone: Phone }).phone
      const { metadata, playbackState } = navigator.mediaSession
      return {
        awake,
        turned,
        title: metadata?.title,
        art: metadata?.artwork.length ?? 0,
        playbackState,
        isWhole: document.fullscreenElement?.hasAttribute('data-player') ?? false,
        isSmall: document.pictureInPictureElement !== null,
      }
    })

  test('the player keeps the screen on, locks its orientation, and obeys taps, the lock screen and the next episode', async ({
    page,
    context,
    world,
  }) => {
    await page.addInitScript(() => {
      const phone: Phone = { awake: 0, turned: 'free', acts: {} }
      Object.assign(window, { phone })
      localStorage.setItem('parde-data-saver', 'on')
      const request = navigator.wakeLock.request.bind(navigator.wakeLock)
      navigator.wakeLock.request = async (type) => {
        const lock = await request(type)
        phone.awake += 1
        lock.addEventListener('release', () => {
          phone.awake -= 1
        })
        return lock
      }
      Object.assign(screen.orientation, {
        lock: async (to: string) => {
          phone.turned = to
        },
        unlock: () => {
          phone.turned = 'free'
        },
      })
      navigator.mediaSession.setActionHandler = (name, handler) => {
        phone.acts[name] = handler
      }
    })
    const before = world.api.exchanges.length
    const onLockScreen = (action: MediaSessionAction, seekTime?: number) =>
      page.evaluate(
        ([name, to]) => {
          const { acts } = (window as unknown as { phone: Phone }).phone
          acts[name]?.({ action: name, ...(to === undefined ? {} : { seekTime: to }) })
        },
        [action, seekTime] as const,
      )
    const phone = () => phoneOf(page)
    const at = async () => (await film(page)).at
    await opened(page, SERIES)
    await expect.poll(phone).toMatchObject({ awake: 1, playbackState: 'playing', title: 'برکینگ بد' })
    expect((await phone()).art).toBeGreaterThan(0)

    await onLockScreen('seekto', 100)
    await expect.poll(at).toBeGreaterThanOrEqual(100)
    await onLockScreen('pause')
    await expect.poll(phone).toMatchObject({ awake: 0, playbackState: 'paused' })

    // Left seeks back and right seeks forward, in a right-to-left page too.
    const session = await context.newCDPSession(page)
    const player = await page.locator('[data-player]').boundingBox()
    const twice = (side: number) =>
      session.send('Input.synthesizeTapGesture', {
        x: (player?.width ?? 0) * side,
        y: (player?.height ?? 0) * 0.3,
        tapCount: 2,
        gestureSourceType: 'touch',
      })
    const paused = await at()
    // On a busy machine a double tap may arrive as two single taps.
    await expect(async () => {
      await twice(0.15)
      await expect.poll(at, { timeout: 2_000 }).toBeLessThan(paused - 9)
    }).toPass()
    const back = await at()
    await expect(async () => {
      await twice(0.85)
      await expect.poll(at, { timeout: 2_000 }).toBeGreaterThan(back + 9)
    }).toPass()

    await page.getByRole('button', { name: transportText['fullscreen.enter'] }).tap()
    await expect.poll(phone).toMatchObject({ isWhole: true, turned: 'landscape' })
    await page.getByRole('button', { name: transportText['fullscreen.exit'] }).tap()
    await expect.poll(phone).toMatchObject({ isWhole: false, turned: 'free' })
    await page.getByRole('button', { name: transportText['pip.enter'], exact: true }).tap()
    await expect.poll(phone).toMatchObject({ isSmall: true })
    await page.evaluate(() => document.exitPictureInPicture())
    await expect.poll(phone).toMatchObject({ isSmall: false })
    expect(await violationsOf(page)).toEqual([])

    const episodes = page.getByRole('button', { name: playerText.episodes })
    await episodes.tap()
    const drawer = page.getByRole('dialog', { name: playerText.episodes })
    await expect(drawer.locator('[aria-current]').filter({ hasText: playerText.playing })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(episodes).toBeFocused()

    // A countdown runs before the end, and the next episode starts by itself.
    const first = page.url()
    await onLockScreen('seekto', 237)
    await expect(page.getByRole('region', { name: playerText.nextEpisode })).toBeVisible()
    await onLockScreen('play')
    await expect(page).not.toHaveURL(first)
    await runs(page, 0, 60)
    await expect.poll(phone).toMatchObject({ awake: 1 })
    await page.keyboard.press('KeyK')
    await expect.poll(phone).toMatchObject({ awake: 0 })

    // The data saver limits the quality.
    const asked = world.api.exchanges.slice(before).map(({ path }) => SEGMENT.exec(path)?.[1])
    expect(new Set(asked.filter((kind) => kind?.endsWith('p')))).toEqual(new Set(['480p']))
  })
})
