import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { openChangeNotifications } from '#server/database/changeNotifications.ts'
import { notify } from '#server/notifications/notify.ts'
import { createMutationClient } from '#tests/harness/fixtures/mutationClient.ts'
import { pay } from '#tests/harness/fixtures/premium.ts'
import { type Caller, databaseKinds, type Member, startServer, type TestServer } from '#tests/harness/server.ts'

const PATH = '/api/user/events'

describe.each(databaseKinds)('server-sent events on %s', (database) => {
  let server: TestServer
  let member: Member
  let open: AbortController[]
  beforeAll(async () => {
    server = await startServer({ database })
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    open = []
    member = await server.createUser()
  })
  afterEach(() => {
    for (const one of open) one.abort()
  })

  /** Reads the stream message by message. */
  const listen = async (caller: Caller, clientId = '') => {
    const stop = new AbortController()
    open.push(stop)
    const response = await server.request(PATH, {
      headers: { Accept: 'text/event-stream', Authorization: `Bearer ${caller.token}`, 'X-Client-Id': clientId },
      signal: stop.signal,
    })
    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Type')).toBe('text/event-stream; charset=utf-8')
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    return {
      close: () => reader?.cancel(),
      async next(): Promise<unknown> {
        for (;;) {
          const end = text.indexOf('\n\n')
          if (end >= 0) {
            const message = text.slice(0, end)
            text = text.slice(end + 2)
            if (message.startsWith('data: ')) return JSON.parse(message.slice(6))
            continue
          }
          const { value, done } = (await reader?.read()) ?? { done: true }
          if (done) return 'over'
          text += value
        }
      },
    }
  }

  test('sends the current version, then each new version, and never the change itself', async () => {
    const stream = await listen(member)
    expect(await stream.next()).toEqual({ version: 0, own: false })
    await notify({ database: server.database, clock: server.now }, member.id, { kind: 'other', title: 'خبر' })
    expect(await stream.next()).toEqual({ version: 1, own: false })
    expect((await member.get(PATH)).json).toEqual({ data: { version: 1, own: false } })
  })

  test('announces a new subscription once, to all devices of the member', async () => {
    const [here, there] = [await listen(member, createMutationClient(member).clientId), await listen(member)]
    await Promise.all([here.next(), there.next()])
    const { json } = await member.post('/api/user/join2', { planId: 1 })
    await pay(server, json.data.paymentUrl)
    expect(await here.next()).toEqual({ version: 1, own: false })
    expect(await there.next()).toEqual({ version: 1, own: false })
    await member.get('/api/user/payment-check')
    expect((await member.get(PATH)).json).toEqual({ data: { version: 1, own: false } })
  })

  test("marks a device's own changes and sends nothing to other members", async () => {
    const [phone, laptop] = [createMutationClient(member), createMutationClient(member)]
    const [here, there] = [await listen(member, phone.clientId), await listen(member, laptop.clientId)]
    const other = await server.createUser()
    const elsewhere = await listen(other)
    await Promise.all([here.next(), there.next(), elsewhere.next()])
    const [title = 0] = await server.titleIds(1)
    await phone.save(title, true)
    expect(await here.next()).toEqual({ version: 1, own: true })
    expect(await there.next()).toEqual({ version: 1, own: false })
    await createMutationClient(other).save(title, true)
    expect(await elsewhere.next()).toEqual({ version: 1, own: false })
    await laptop.save(title, false)
    expect(await here.next()).toEqual({ version: 2, own: false })
  })

  test('announces no change that was rolled back', async () => {
    const stream = await listen(member)
    await stream.next()
    await server.database
      .transaction(async (transaction) => {
        await notify({ database: transaction, clock: server.now }, member.id, { kind: 'other', title: 'نه' })
        throw new Error('changed its mind')
      })
      .catch(() => undefined)
    await notify({ database: server.database, clock: server.now }, member.id, { kind: 'other', title: 'بله' })
    expect(await stream.next()).toEqual({ version: 1, own: false })
  })

  test('announces changes in all processes of the server', async () => {
    const other = await openChangeNotifications(server)
    const changes: unknown[] = []
    let isOver = false
    const stop = other.listen(member.id, {
      onChange: (ring) => changes.push(ring),
      onEnd: () => {
        isOver = true
      },
    })
    const [title = 0] = await server.titleIds(1)
    await createMutationClient(member).save(title, true)
    await expect.poll(() => changes).toMatchObject([{ version: 1 }])
    stop()
    other.listen(member.id, {
      onChange: () => undefined,
      onEnd: () => {
        isOver = true
      },
    })
    await other.close()
    expect(isOver).toBe(true)
  })

  test("closes a member's oldest streams above the limit", async () => {
    const streams = [await listen(member)]
    await streams[0]?.next()
    for (let nth = 0; nth < 20; nth++) streams.push(await listen(member))
    expect(await streams[0]?.next()).toBe('over')
    expect(await streams[20]?.next()).toEqual({ version: 0, own: false })
  })

  test('keeps at most 20 streams of a user open, the newest, and a closed stream makes room for one', async () => {
    const streams = []
    for (let nth = 0; nth < 60; nth++) streams.push(await listen(member))
    for (const stream of streams.slice(50)) await stream.close()
    for (let nth = 0; nth < 10; nth++) streams.push(await listen(member))
    await notify({ database: server.database, clock: server.now }, member.id, { kind: 'other', title: 'خبر' })
    const isOpen = await Promise.all(
      streams.map(async (stream) => {
        for (;;) {
          const message = await stream.next()
          if (message === 'over') return false
          if ((message as { version: number }).version === 1) return true
        }
      }),
    )
    expect(isOpen.flatMap((open, at) => (open ? [at] : []))).toEqual([
      ...Array.from({ length: 10 }, (_, at) => 40 + at),
      ...Array.from({ length: 10 }, (_, at) => 60 + at),
    ])
  })

  test.each(['logout', 'from another device', 'all others'])('ends at once with its session (%s)', async (how) => {
    const laptop = Object.assign(member, await member.signIn())
    const ended = await member.signIn()
    const streams = { kept: await listen(laptop), ended: await listen(ended as Member) }
    await Promise.all([streams.kept.next(), streams.ended.next()])
    if (how === 'logout') await ended.post('/api/sanc/logout')
    else if (how === 'all others') await laptop.delete('/api/user/devices')
    else {
      const devices = (await ended.get('/api/user/devices')).json.data
      const { id } = devices.find(({ current }: { current: boolean }) => current)
      expect((await laptop.delete(`/api/user/devices/${id}`)).status).toBe(204)
    }
    expect(await streams.ended.next()).toBe('over')
    await notify({ database: server.database, clock: server.now }, member.id, { kind: 'other', title: 'خبر' })
    await expect.poll(() => streams.kept.next()).toEqual({ version: 1, own: false })
  })

  test('requires sign-in', async () => {
    for (const token of [undefined, 'x'.repeat(43)]) {
      const headers = { Accept: 'text/event-stream', ...(token && { Authorization: `Bearer ${token}` }) }
      expect((await server.request(PATH, { headers })).status).toBe(401)
    }
  })
})

test('a stream that is opened while the server stops ends at once', async () => {
  const changes = await openChangeNotifications({ listen: async () => async () => undefined })
  const onEnd = vi.fn()
  changes.listen(1, { onChange: () => undefined, onEnd })
  await changes.close()
  expect(onEnd).toHaveBeenCalledTimes(1)
  const late = vi.fn()
  changes.listen(1, { onChange: () => undefined, onEnd: late })
  await expect.poll(() => late.mock.calls).toHaveLength(1)
})
