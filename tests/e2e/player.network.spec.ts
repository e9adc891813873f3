import { playerText } from '#text/player.ts'
import { film, opened, PIECE, response, runs, SEGMENT, seek, statusWith, test } from './player.ts'
import { dispatchLifecycle, expect, type World } from './world.ts'

/** Applies faults to segments. `answer` gets the segment's folder and number, and how often it was requested. */
function onPieces(
  world: World,
  answer: (name: string, number: number, times: number) => ReturnType<typeof response> | undefined,
) {
  const asked = new Map<string, number>()
  world.api.setFaultRule((request) => {
    const [path, kind = '', number = ''] = SEGMENT.exec(request.url ?? '') ?? []
    if (path === undefined) return undefined
    const name = `${kind}/${number}`
    asked.set(name, (asked.get(name) ?? 0) + 1)
    return answer(kind, Number(number), asked.get(name) ?? 0)
  })
}

test('playback skips nothing when the connection is lost for three seconds, thirty seconds or five minutes', async ({
  page,
  context,
  world,
}) => {
  await page.clock.install()
  await opened(page)

  // Three seconds: the buffer suffices, and the screen reports the lost connection.
  const before = await runs(page, 0, 60)
  await context.setOffline(true)
  await expect(statusWith(page, playerText.troubles.offline).first()).toBeAttached()
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
    await expect(statusWith(page, playerText.troubles.silent)).toBeVisible()
    // The buffer is played to its end first.
    const { until } = await film(page)
    await expect.poll(async () => (await film(page)).at).toBeGreaterThan(until - 0.7)
    await page.clock.fastForward(seconds * 1_000)
    expect((await film(page)).at).toBeLessThanOrEqual(until)
    await expect(statusWith(page, playerText.troubles.silent)).toBeVisible()
    world.restore()
    await page.clock.fastForward(10_000)
    await runs(page, until - 1)
    await expect(statusWith(page, playerText.troubles.silent)).toHaveCount(0)
  }
})

test('playback waits for a late segment and requests one again that never arrives', async ({ page, world }) => {
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
  const waits = () =>
    expect(statusWith(page, playerText.filling).or(statusWith(page, playerText.slow)).first()).toBeVisible()

  await seek(page, late.time)
  await late.held.met
  await waits()
  await page.clock.fastForward(4_000)
  await expect(statusWith(page, playerText.slow)).toBeVisible()
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
}) => {
  onPieces(world, (_, number, times) => {
    if (number === 25 && times <= 3) return response(500, '{}')
    if (number === 30 && times === 1) return response(404, '{}')
    if (number === 35 && times === 1) return response(200, '', 'video/iso.segment')
    if (number === 40 && times === 1) return response(200, Buffer.from('0000271066747970', 'hex'), 'video/iso.segment')
    return number === 50 ? response(404, '{}') : undefined
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
  await expect(over).toBeVisible()
  await expect(statusWith(page, playerText.troubles.missing)).toBeVisible()
  expect((await film(page)).at).toBeCloseTo(time, 0)
  await over.click()
  await runs(page, 51 * PIECE)
})

test('an expired link is renewed during playback, and a phone that slept resumes at its position', async ({
  page,
  world,
}) => {
  await opened(page)
  let ended: string | undefined
  world.api.setFaultRule((request) => {
    const signature = /\/media\/stream\/([^/]+)\//.exec(request.url ?? '')?.[1]
    ended ??= signature
    if (signature === undefined || signature !== ended) return undefined
    return response(403, JSON.stringify({ message: 'پیوند تمام شد', code: 'link_expired' }))
  })
  await seek(page, 150)
  await runs(page, 150)
  expect(ended).toBeDefined()
  world.api.setFaultRule(undefined)

  const { at } = await film(page)
  await dispatchLifecycle(page, 'freeze')
  await dispatchLifecycle(page, 'resume')
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
}) => {
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
  // The first segments may have played before the text was seen.
  const { at } = await film(page)
  expect(at).toBeGreaterThan(199)
  expect(at).toBeLessThan(215)
  await runs(page, 200, 20)
})

test('native playback keeps its position when the link expires or the network is lost', async ({ page, world }) => {
  await page.addInitScript(() => {
    for (const name of ['MediaSource', 'ManagedMediaSource']) Reflect.deleteProperty(window, name)
  })
  await opened(page)
  await expect(page.locator('video')).toHaveAttribute('src', /\/master\.m3u8$/)
  let ended: string | undefined
  world.api.setFaultRule((request) => {
    const signature = /\/media\/stream\/([^/]+)\//.exec(request.url ?? '')?.[1]
    ended ??= signature
    return signature !== undefined && signature === ended ? response(403, '{}') : undefined
  })
  await seek(page, 150)
  await runs(page, 150)
  expect(ended).toBeDefined()
  world.api.setFaultRule(undefined)

  world.cut()
  await seek(page, 80)
  await expect(statusWith(page, playerText.troubles.silent)).toBeVisible()
  world.restore()
  await runs(page, 80)
  await expect(statusWith(page, playerText.troubles.silent)).toHaveCount(0)
})
