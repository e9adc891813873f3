import { mkdtemp, rm } from 'node:fs/promises'
import { type IncomingMessage, request, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Relay, startRelay } from '#tests/harness/network/relay.ts'
import { startS3Server } from '#tests/harness/network/s3Server.ts'
import { makeSourceFilm } from '#tests/harness/sourceFilm.ts'
import { parde } from './parde.ts'
import { film, runs, seek } from './player.ts'
import { leftToBrowser, storedDownloads } from './storedDownloads.ts'
import { expect, NETWORK_ERRORS, register, startDevice, startWorld, test, waitForWorker } from './world.ts'

/** The rule of docs/operations.md#film-delivery. */
const CORS = `<CORSConfiguration><CORSRule>
  <AllowedOrigin>*</AllowedOrigin><AllowedMethod>GET</AllowedMethod><AllowedHeader>range</AllowedHeader>
  <ExposeHeader>Content-Range</ExposeHeader><ExposeHeader>ETag</ExposeHeader>
</CORSRule></CORSConfiguration>`
/** A free film of the demo catalogue. */
const FILM = 'tt0068646'
/** Bytes that arrive of the segment that is cut off. */
const CUT_AT = 1_000
const SEGMENT = /\/\d+\.m4s\?/

test('a film in a bucket plays, seeks and is downloaded by signed addresses of the store, also in the background, and plays offline', async ({
  console,
}) => {
  console.allow(NETWORK_ERRORS)
  const folder = await mkdtemp(join(tmpdir(), 'parde-redirect-'))
  let store: Relay | undefined
  let storePort = 0
  const s3 = await startS3Server(join(folder, 's3'), {
    cors: CORS,
    async relayed(port) {
      storePort = port
      store = await startRelay(port)
      return store.port
    },
  })
  if (!store) throw new Error('the store has no relay')
  const relay = store
  const world = await startWorld({ env: { ...s3.env, FILM_DELIVERY: 'redirect' } })
  const device = await startDevice(world.appUrl)
  const { page, context } = device
  /** Segments that the store has sent, with the origin and the range that the browser named. */
  const fetched = () =>
    relay.exchanges
      .filter(({ method, path }) => method === 'GET' && SEGMENT.test(path))
      .map(({ status, headers: { origin, range } }) => ({ status, origin, range }))
  try {
    const source = join(folder, 'film.mkv')
    makeSourceFilm(source, { seconds: 60, size: '320x240', audios: ['eng'] })
    await parde(world, 'film', 'add', FILM, source)
    await register(page)
    await waitForWorker(page)
    relay.exchanges.length = 0
    await page.goto(`/titles/${Number(FILM.slice(2))}/files`)
    // Browsers play what was opened by a click.
    await page.getByRole('main').getByRole('link', { name: /^پخش/ }).first().click()
    await runs(page, 0, 60)
    await seek(page, 45)
    await runs(page, 45)
    const played = fetched()
    expect(played.length).toBeGreaterThan(1)
    for (const segment of played) expect(segment).toEqual({ status: 200, origin: 'null' })
    const segments = world.api.exchanges.filter(({ path }) => /\.m4s$/.test(path))
    expect(new Set(segments.map(({ status }) => status))).toEqual(new Set([302]))

    await page.goto(`/titles/${Number(FILM.slice(2))}/files`)
    await page
      .getByRole('button', { name: /^دانلود در برنامه: / })
      .first()
      .click()
    // A segment of the video is cut off in the middle, long after its first bytes have arrived, and continued by a range.
    const audio = relay.hold(({ url = '' }) => /\/audio-\w+\/0\.m4s\?/.test(url), 'request')
    relay.next(({ url = '' }) => SEGMENT.test(url), cutOff(storePort, audio.met))
    audio.met.then(audio.release)
    // The app fetches a part of the film, and the browser the rest in the background.
    relay.setFaultRule(({ url = '' }) => (/\/audio-\w+\/\d+\.m4s/.test(url) ? { there: 2_000, back: 0 } : undefined))
    await page.getByRole('dialog').getByRole('button', { name: 'شروع دانلود' }).click()
    const continued = () => fetched().filter(({ range }) => range !== undefined)
    await expect.poll(continued).toEqual([{ status: 206, origin: 'null', range: `bytes=${CUT_AT}-` }])
    await expect.poll(() => leftToBrowser(page)).toBe(1)
    relay.exchanges.length = 0
    relay.setFaultRule(undefined)
    // A page of the same origin without the app.
    await page.goto('/early.js')
    await expect.poll(async () => (await storedDownloads(page)).map(({ state }) => state)).toEqual(['kept'])
    expect(fetched()).toContainEqual({ status: 200, origin: 'null' })
    relay.exchanges.length = 0

    world.cut()
    relay.cut()
    await context.setOffline(true)
    await page.goto('/user/downloads')
    await page.getByRole('link', { name: /^پخش پدرخوانده/ }).click()
    await runs(page, 0, 60)
    await seek(page, 30)
    await runs(page, 30)
    expect((await film(page)).until).toBeGreaterThan(30)
    expect(fetched()).toEqual([])
  } finally {
    await device.close()
    await world.stop()
    await relay.close()
    await s3.end()
    await rm(folder, { recursive: true, force: true })
  }
})

/** Forwards a request, sends the first bytes of the answer, and then closes the connection. */
function cutOff(port: number, then: Promise<void>) {
  return ({ url, headers, socket }: IncomingMessage, outgoing: ServerResponse) => {
    const onward = request({ host: '127.0.0.1', port, path: url, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.once('data', (chunk: Buffer) => {
        outgoing.write(chunk.subarray(0, CUT_AT))
        then.then(() => socket.destroy())
      })
    })
    onward.end()
  }
}
