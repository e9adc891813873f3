import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Page } from '@playwright/test'
import { playerText, transportText } from '#text/player.ts'
import { violationsOf } from './axe.ts'
import { expect, NETWORK_ERRORS, test, type World } from './world.ts'

// Playback on bad networks. Both titles are free and four minutes long.
const FILM = '/watch/tt0068646/68646'
const SERIES = '/watch/tt0903747/903747'

const SEGMENT = /\/media\/stream\/[^/]+\/\d+\/\w+\/(\d+p|audio-\w+)\/(\d+)\.m4s$/
/** The length of a segment, in seconds. */
const PIECE = 4

interface Film {
  at: number
  paused: boolean
  /** The end of the buffered range at the current position. */
  until: number
}

function film(page: Page): Promise<Film> {
  return page.locator('video').evaluate((video: HTMLVideoElement) => {
    const { buffered, currentTime: at, paused } = video
    const ranges = Array.from({ length: buffered.length }, (_, n) => [buffered.start(n), buffered.end(n)] as const)
    return { at, paused, until: ranges.find(([start, end]) => start <= at + 0.2 && at < end)?.[1] ?? at }
  })
}

/** Waits until the video plays near `from`. Returns its position. */
async function runs(page: Page, from: number, within = 8): Promise<number> {
  const begun = await film(page)
  await expect
    .poll(async () => (await film(page)).at, { timeout: 30_000 })
    .toBeGreaterThan(Math.max(from, begun.at) + 0.3)
  const { at, paused } = await film(page)
  expect(paused).toBe(false)
  expect(at, 'the position is kept').toBeGreaterThanOrEqual(from - 0.5)
  expect(at, 'nothing is jumped over').toBeLessThan(from + within)
  return at
}

async function opened(page: Page, path = FILM) {
  await page.goto(path)
  await runs(page, 0, 60)
}

const seek = (page: Page, to: number) =>
  page.locator('video').evaluate((video: HTMLVideoElement, time) => {
    video.currentTime = time
  }, to)

type Answer = (request: IncomingMessage, response: ServerResponse) => void

/** Responds in the server's place, with the CORS header. */
function says(status: number, body: string | Buffer, type = 'application/json'): Answer {
  return (_, response) => {
    response.writeHead(status, { 'Access-Control-Allow-Origin': '*', 'Content-Type': type })
    response.end(body)
  }
}

/** Applies faults to segments. `answer` gets the segment's folder and number, and how often it was requested. */
function onPieces(
  world: World,
  answer: (name: string, number: number, times: number) => ReturnType<typeof says> | undefined,
) {
  const asked = new Map<string, number>()
  world.api.weather((request) => {
    const [path, kind = '', number = ''] = SEGMENT.exec(request.url ?? '') ?? []
    if (path === undefined) return undefined
    const name = `${kind}/${number}`
    asked.set(name, (asked.get(name) ?? 0) + 1)
    return answer(kind, Number(number), asked.get(name) ?? 0)
  })
}

const said = (page: Page, words: string) => page.getByRole('status').filter({ hasText: words })

test.afterEach(({ world }) => {
  world.api.weather(undefined)
  world.restore()
})

test('playback skips nothing when the connection is lost for three seconds, thirty seconds or five minutes', async ({
  page,
  context,
  world,
  console,
}) => {
  console.allow(NETWORK_ERRORS)
  await page.clock.install()
  await opened(page)

  // Three seconds: the buffer suffices, and the screen reports the lost connection.
  const before = await runs(page, 0, 60)
  await context.setOffline(true)
  await expect(said(page, playerText.troubles.offline).first()).toBeAttached()
  await expect.poll(async () => (await film(page)).at).toBeGreaterThan(before + 1)
  await context.setOffline(false)
  await runs(page, before + 1)

  // Seeks to segments that were never requested: the browser would play cached ones without a network.
  for (const [seconds, time] of [
    [30, 200],
    [300, 150],
  ] as const) {
    world.cut()
    await seek(page, time)
    await expect(said(page, playerText.troubles.silent)).toBeVisible()
    // The buffer is played to its end first.
    const { until } = await film(page)
    await expect.poll(async () => (await film(page)).at).toBeGreaterThan(until - 0.7)
    await page.clock.fastForward(seconds * 1_000)
    expect((await film(page)).at).toBeLessThanOrEqual(until)
    await expect(said(page, playerText.troubles.silent)).toBeVisible()
    world.restore()
    await page.clock.fastForward(10_000)
    await runs(page, until - 1)
    await expect(said(page, playerText.troubles.silent)).toHaveCount(0)
  }
})

test('playback waits for a late segment and requests one again that never arrives', async ({
  page,
  world,
  console,
}) => {
  console.allow(NETWORK_ERRORS)
  await page.clock.install()
  // With a fixed quality: otherwise the player requests a late segment in a lower one.
  await page.addInitScript(() => localStorage.setItem('parde-player', JSON.stringify({ quality: '480p' })))
  // Beyond the read-ahead, the later segment first.
  const pieces = [50, 40].map((piece) => ({
    time: piece * PIECE + 0.5,
    held: world.api.hold(({ url = '' }) => url.endsWith(`/480p/${piece}.m4s`), 'request'),
  }))
  await opened(page)
  const [late, lost] = pieces
  if (!late || !lost) throw new Error('two pieces')
  const waits = () => expect(said(page, playerText.filling).or(said(page, playerText.slow)).first()).toBeVisible()

  await seek(page, late.time)
  await late.held.met
  await waits()
  await page.clock.fastForward(4_000)
  await expect(said(page, playerText.slow)).toBeVisible()
  expect((await film(page)).at).toBeCloseTo(late.time, 0)
  late.held.release()
  await runs(page, late.time)

  await seek(page, lost.time)
  await lost.held.met
  await waits()
  await page.clock.fastForward(12_000)
  await runs(page, lost.time)
  lost.held.release()
})

test('playback continues by itself, or offers a retry, when segments fail, are missing, empty or truncated', async ({
  page,
  world,
  console,
}) => {
  console.allow(NETWORK_ERRORS)
  onPieces(world, (_, number, times) => {
    if (number === 25 && times <= 3) return says(500, '{}')
    if (number === 30 && times === 1) return says(404, '{}')
    if (number === 35 && times === 1) return says(200, '', 'video/iso.segment')
    if (number === 40 && times === 1) return says(200, Buffer.from('0000271066747970', 'hex'), 'video/iso.segment')
    return number === 50 ? says(404, '{}') : undefined
  })
  await opened(page)
  for (const number of [25, 30, 35, 40]) {
    const time = number * PIECE + 0.5
    await seek(page, time)
    await runs(page, time)
  }

  // Missing in every quality: the user has to decide.
  const time = 50 * PIECE + 0.5
  await seek(page, time)
  const over = page.getByRole('button', { name: playerText.stepOver })
  await expect(over).toBeVisible({ timeout: 30_000 })
  await expect(said(page, playerText.troubles.missing)).toBeVisible()
  expect((await film(page)).at).toBeCloseTo(time, 0)
  await over.click()
  await runs(page, 51 * PIECE)
})

test('an expired link is renewed during playback, and a phone that slept resumes at its position', async ({
  page,
  world,
  console,
}) => {
  console.allow(NETWORK_ERRORS)
  await opened(page)
  let ended: string | undefined
  world.api.weather((request) => {
    const signature = /\/media\/stream\/([^/]+)\//.exec(request.url ?? '')?.[1]
    ended ??= signature
    if (signature === undefined || signature !== ended) return undefined
    return says(403, JSON.stringify({ message: 'پیوند تمام شد', code: 'link_expired' }))
  })
  await seek(page, 150)
  await runs(page, 150)
  expect(ended).toBeDefined()
  world.api.weather(undefined)

  const session = await page.context().newCDPSession(page)
  const { at } = await film(page)
  await session.send('Page.setWebLifecycleState', { state: 'frozen' })
  await session.send('Page.setWebLifecycleState', { state: 'active' })
  await runs(page, at, 30)

  // The system pauses a video when the screen turns off; playback resumes when the page is visible again.
  const see = (state: string) =>
    page.evaluate((next) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => next })
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)
  await see('hidden')
  await page.locator('video').evaluate((video: HTMLVideoElement) => video.pause())
  await expect.poll(async () => (await film(page)).paused).toBe(true)
  const { at: slept } = await film(page)
  await see('visible')
  await runs(page, slept)
})

test('at 100 kbit/s the player uses the lowest quality, reports the slow network and keeps its position', async ({
  page,
  console,
}) => {
  console.allow(NETWORK_ERRORS)
  await opened(page)
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const rate = 100_000 / 8
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 300,
    downloadThroughput: rate,
    uploadThroughput: rate,
  })
  await seek(page, 200)
  await expect(page.getByText(playerText.slow).or(page.getByText(playerText.filling)).first()).toBeVisible()
  expect((await film(page)).at).toBeCloseTo(200, 0)
  await runs(page, 200, 20)
})

test('keyboard shortcuts, qualities, audio tracks and the film’s and user’s own subtitles work', async ({
  page,
  console,
  world,
}) => {
  console.allow(NETWORK_ERRORS)
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

test('a missing quality and invalid subtitles are reported, and the film plays', async ({ page, console, world }) => {
  console.allow(NETWORK_ERRORS)
  world.api.weather((request) => (request.url?.endsWith('.vtt') ? says(200, '<p>portal</p>', 'text/vtt') : undefined))
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

test('native playback keeps its position when the link expires or the network is lost', async ({
  page,
  console,
  world,
}) => {
  console.allow(NETWORK_ERRORS)
  await page.addInitScript(() => {
    for (const name of ['MediaSource', 'ManagedMediaSource']) Reflect.deleteProperty(window, name)
  })
  await opened(page)
  await expect(page.locator('video')).toHaveAttribute('src', /\/master\.m3u8$/)
  let ended: string | undefined
  world.api.weather((request) => {
    const signature = /\/media\/stream\/([^/]+)\//.exec(request.url ?? '')?.[1]
    ended ??= signature
    return signature !== undefined && signature === ended ? says(403, '{}') : undefined
  })
  await seek(page, 150)
  await runs(page, 150)
  expect(ended).toBeDefined()
  world.api.weather(undefined)

  world.cut()
  await seek(page, 80)
  await expect(said(page, playerText.troubles.silent)).toBeVisible()
  world.restore()
  await runs(page, 80)
  await expect(said(page, playerText.troubles.silent)).toHaveCount(0)
})

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
    console,
    world,
  }) => {
    console.allow(NETWORK_ERRORS)
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
    const stage = await page.locator('[data-player]').boundingBox()
    const twice = (side: number) =>
      session.send('Input.synthesizeTapGesture', {
        x: (stage?.width ?? 0) * side,
        y: (stage?.height ?? 0) * 0.3,
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
    await expect(page).not.toHaveURL(first, { timeout: 30_000 })
    await runs(page, 0, 60)
    await expect.poll(phone).toMatchObject({ awake: 1 })
    await page.keyboard.press('KeyK')
    await expect.poll(phone).toMatchObject({ awake: 0 })

    // The data saver limits the quality.
    const asked = world.api.exchanges.slice(before).map(({ path }) => SEGMENT.exec(path)?.[1])
    expect(new Set(asked.filter((kind) => kind?.endsWith('p')))).toEqual(new Set(['480p']))
  })
})
