import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TitleCard } from '#contract/titleCards.ts'
import { drainOutbox } from '#data/areas/drain.ts'
import { likeState, setLiked } from '#data/areas/reactions.ts'
import { syncState } from '#data/areas/syncState.ts'
import { savedState, setSaved, watchlistPull } from '#data/areas/watchlist.ts'
import { personalDatabase } from '#data/database/personal.ts'
import { createDevice, popularCards, savedOnServer, type TestDevice } from '#tests/harness/device.ts'

let device: TestDevice
let cards: TitleCard[]
beforeAll(async () => {
  device = await createDevice()
  cards = await popularCards(device.server, 3)
})
afterAll(() => device.close())

const networkArbitrary = fc.constantFrom('up', 'down', 'answer-lost', 'twice', 'broken', 'portal')
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('save' as const), title: fc.nat(2), to: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('like' as const), title: fc.nat(2), to: fc.boolean() }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('drain' as const),
      networks: fc.array(networkArbitrary, { minLength: 1, maxLength: 6 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('two drainers' as const),
      networks: fc.array(networkArbitrary, { minLength: 1, maxLength: 6 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('the sender dies' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('pull' as const) }) },
)

/** Applies the next condition of the plan to each mutation request; after the plan the network works. */
function planNetwork(plan: readonly string[]) {
  const left = [...plan]
  device.network = (path, init) => {
    if (init.method !== 'POST' || !path.startsWith('/api/user/')) return undefined
    const next = left.shift() ?? 'up'
    if (next === 'down') throw new TypeError('Failed to fetch')
    if (next === 'broken') return Response.json({ message: 'خطا' }, { status: 502 })
    if (next === 'portal') return new Response('<html>')
    if (next === 'answer-lost' || next === 'twice') {
      device.network = next
      // Applies to one request only; the plan continues with the next.
      queueMicrotask(() => planNetwork(left))
    }
    return undefined
  }
}

/**
 * Invariants I2 and I3 (docs/sync.md#invariants): without other writers, the server and the screen finally have the
 * last desired state, and no key took effect twice.
 */
test('converges to the last desired state with one effect per key, for any mutations and network failures', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
      device.goOnline()
      const member = await device.registerMember()
      const database = await personalDatabase()
      const applied = countEffects()
      const saved = new Map<number, boolean>()
      const liked = new Map<number, boolean>()

      for (const each of steps) {
        const card = 'title' in each ? cards[each.title] : undefined
        if (each.do === 'save' && card) {
          await setSaved({ titleId: card.id, saved: each.to, card })
          saved.set(card.id, each.to)
          expect((await savedState(card.id)).saved).toBe(each.to)
        } else if (each.do === 'like' && card) {
          await setLiked({ titleId: card.id, liked: each.to, name: card.titleFa })
          liked.set(card.id, each.to)
          expect((await likeState(card.id)).liked).toBe(each.to)
        } else if (each.do === 'drain') {
          planNetwork(each.networks)
          await drainOutbox()
        } else if (each.do === 'two drainers') {
          planNetwork(each.networks)
          await Promise.all([drainOutbox(), drainOutbox()])
        } else if (each.do === 'the sender dies') {
          await database.outbox.limit(2).modify({ status: 'sending', leaseBy: 'the dead', leaseUntil: 1, attempts: 1 })
        } else if (each.do === 'pull') {
          device.goOnline()
          await watchlistPull.refresh(database, {})
        }
        for (const [id, desired] of saved) expect((await savedState(id)).saved).toBe(desired)
      }

      device.goOnline()
      await database.outbox.toCollection().modify({ nextAt: 0, leaseUntil: 0 })
      await drainOutbox()
      await watchlistPull.refresh(database, {})
      expect(await syncState()).toMatchObject({ waiting: [], failed: [] })
      const expectedIds = [...saved].filter(([, desired]) => desired).map(([id]) => id)
      expect(await savedOnServer(member)).toEqual(expectedIds.toSorted((one, other) => one - other))
      for (const [id, desired] of saved) expect(await savedState(id)).toEqual({ saved: desired, pending: false })
      for (const [id, desired] of liked) {
        expect(await likeState(id)).toMatchObject({ liked: desired, pending: false })
        const { json } = await member.get(`/api/titles/${id}`)
        expect(json.data.viewer.liked).toBe(desired)
      }
      for (const [key, times] of applied) expect(times, key).toBe(1)
    }),
    { numRuns: 60 },
  )
}, 180_000)

/** Counts the effects of each key by the server's responses, lost ones included. */
function countEffects(): Map<string, number> {
  const applied = new Map<string, number>()
  const { server } = device
  const { api } = server
  server.request = async (path, init) => {
    const response = await api.request(`http://localhost:8787${path}`, init)
    const key = new Headers(init?.headers).get('Idempotency-Key')
    if (key && response.ok && (await response.clone().json()).result === 'applied') {
      applied.set(key, (applied.get(key) ?? 0) + 1)
    }
    return response
  }
  return applied
}
