import { mkdtemp, rm } from 'node:fs/promises'
import { type ClientRequest, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listen } from '#server/http/listen.ts'
import { openPictureStore } from '#server/pictures/pictureStore.ts'
import { freePort } from '#tests/harness/network/relay.ts'
import { startServer } from '#tests/harness/server.ts'

/** The address that our proxy reports for a client. */
const addressed = (client: string) => ({ 'X-Forwarded-For': client })

test('draws nothing for 640 clients that left, and draws for the next visitor at once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pictures-'))
  const drawn: string[] = []
  let finish: (() => void) | undefined
  const artist = {
    draw: ({ subject, width }: { subject: { key: string }; width: number }) => {
      drawn.push(`${subject.key}-${width}`)
      const bytes = new Uint8Array([0xff, 0xd8, 0, 0xff, 0xd9])
      if (drawn.length > 1) return Promise.resolve(bytes)
      // The first drawing ends when the test says so.
      return new Promise<Uint8Array>((resolve) => {
        finish = () => resolve(bytes)
      })
    },
    stillsOf: () => 0,
    close: async () => undefined,
  }
  const pictures = openPictureStore({ folder, artist })
  const server = await startServer({ pictures, settings: { proxies: 1 } })
  const port = await freePort()
  const calls = { arrived: 0, open: 0 }
  const listener = await listen(
    async (request, env) => {
      calls.arrived++
      calls.open++
      return Promise.resolve(server.api.fetch(request, env)).finally(() => calls.open--)
    },
    { port, host: '127.0.0.1', option: 'API_PORT' },
  )
  const { json } = await server.createGuest().get('/api/titles/search?per_page=72')
  const addresses = json.data.flatMap(({ poster }: { poster: string }) =>
    ['avif', 'webp'].flatMap((format) =>
      [185, 342, 500, 780].map((width) => poster.replace('{width}', String(width)).replace('{format}', format)),
    ),
  )
  expect(addresses.length).toBeGreaterThan(500)
  const ask = (path: string, client: string): ClientRequest =>
    get({ port, host: '127.0.0.1', path: new URL(path, 'http://localhost').pathname, headers: addressed(client) })

  const all: ClientRequest[] = []
  for (let nth = 0; nth < 640; nth++) {
    const asked = ask(addresses[nth % addresses.length], `10.0.0.${nth % 7}`)
    asked.on('error', () => undefined).on('response', (response) => response.resume())
    all.push(asked)
  }
  await expect.poll(() => calls.arrived, { timeout: 20_000 }).toBe(640)
  await expect.poll(() => drawn.length).toBe(1)
  for (const asked of all) asked.destroy()
  await expect.poll(() => calls.open, { timeout: 20_000 }).toBe(0)

  const mine = ask(addresses[300], '10.9.9.9')
  const answered = new Promise<number | undefined>((resolve, reject) => {
    mine.on('response', (response) => resolve(response.resume().statusCode)).on('error', reject)
  })
  finish?.()
  expect(await answered).toBe(200)
  expect(drawn).toHaveLength(2)
  await listener.close()
  await pictures.close()
  await server.close()
  await rm(folder, { recursive: true, force: true })
})
