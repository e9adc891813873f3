import fc from 'fast-check'
import { v7 as uuid } from 'uuid'
import { describe, expect, test } from 'vitest'
import {
  device,
  member,
  otherTitle,
  phone,
  savedTitles,
  server,
  setUpMember,
  title,
} from '#tests/harness/fixtures/memberDevices.ts'
import { createMutationClient } from '#tests/harness/fixtures/mutationClient.ts'
import { databaseKinds, type Member } from '#tests/harness/server.ts'

const SECOND = 1000
const HOUR = 3_600_000
const DAY = 86_400_000

describe.each(databaseKinds)('age of a mutation on %s', (database) => {
  setUpMember(database)

  test('keeps a newer mutation of another device', async () => {
    await device.save(title, true, { age: 10 * SECOND })
    const late = await phone.save(title, false, { age: HOUR })
    expect(late.json).toMatchObject({ result: 'stale', data: { titleId: title, title: { id: title } } })
    expect(await savedTitles()).toEqual([title])
  })

  test('lets a newer mutation of another device win however late it arrives', async () => {
    await device.save(title, true, { age: 2 * HOUR })
    const later = await phone.save(title, false, { age: HOUR })
    expect(later.json.result).toBe('applied')
    expect(await savedTitles()).toEqual([])
  })

  test('protects an unchanged value against older mutations', async () => {
    await device.save(title, true, { age: 3 * HOUR })
    await device.save(title, true, { age: SECOND })
    expect((await phone.save(title, false, { age: 2 * HOUR })).json.result).toBe('stale')
  })

  test('is ignored between mutations of one device', async () => {
    await device.save(title, true, { age: 0 })
    expect((await device.save(title, false, { age: HOUR })).json.result).toBe('applied')
  })

  test('keeps the order of a device whose clock was set back, also against older mutations of other devices', async () => {
    await device.save(title, false, { age: 0 })
    await device.save(title, true, { age: 2 * HOUR })
    expect((await phone.save(title, false, { age: HOUR })).json.result).toBe('stale')
    expect(await savedTitles()).toEqual([title])
  })

  test("ignores times of the server's clock from a year ahead, also for the device that made the change", async () => {
    await device.save(title, true)
    server.pass(365 * DAY)
    const [ahead, own] = [createMutationClient(await member.signIn()), createMutationClient(await member.signIn())]
    await ahead.save(title, true)
    await own.save(otherTitle, true)
    server.pass(-365 * DAY)
    expect((await device.save(title, false)).json.result).toBe('applied')
    expect((await own.save(otherTitle, false)).json.result).toBe('applied')
    // More than the 2 ms by which a device's next change follows its previous one.
    server.pass(SECOND)
    expect((await device.save(otherTitle, true)).json.result).toBe('applied')
    expect((await phone.save(otherTitle, false, { age: HOUR })).json.result).toBe('stale')
    expect(await savedTitles()).toEqual([otherTitle])
  })

  test('keeps the fence when a mutation is stale by age', async () => {
    await device.save(title, true)
    await phone.save(title, false, { seq: 7, age: HOUR })
    expect((await phone.save(title, false, { seq: 6 })).json.result).toBe('stale')
    expect((await phone.save(title, false, { seq: 8 })).json.result).toBe('applied')
  })

  test("lets the latest of two devices' mutations win in any order of arrival", async () => {
    const mutations = [
      { age: 4 * HOUR, saved: true, by: 0, seq: 1 },
      { age: 3 * HOUR, saved: false, by: 1, seq: 1 },
      { age: 2 * HOUR, saved: true, by: 0, seq: 2 },
      { age: 1 * HOUR, saved: false, by: 1, seq: 2 },
    ]
    for (const order of permutations(mutations)) {
      const member = await server.createUser()
      const devices = [createMutationClient(member), createMutationClient(member)]
      for (const { by, saved, age, seq } of order) await devices[by]?.save(title, saved, { age, seq })
      const { json } = await member.get('/api/user/watchlist')
      expect(json.data).toEqual([])
    }
  })

  const isLiked = async (who: Member) => (await who.get(`/api/titles/${title}`)).json.data.viewer.liked as boolean
  const isSaved = async (who: Member) => (await who.get(`/api/titles/${title}`)).json.data.viewer.saved as boolean
  test.each([
    ['save', isSaved],
    ['like', isLiked],
  ] as const)(
    'lets the latest %s of three devices win in any order and repetition',
    {
      timeout: 180_000,
    },
    async (kind, readValue) => {
      const mutationArbitrary = fc.record({
        by: fc.nat(2),
        minutesAgo: fc.integer({ min: 1, max: 40_000 }),
        on: fc.boolean(),
        key: fc.uuid({ version: 7 }),
      })
      const schedule = fc
        .uniqueArray(mutationArbitrary, { minLength: 1, maxLength: 6, selector: ({ minutesAgo }) => minutesAgo })
        .chain((mutations) =>
          fc.record({
            mutations: fc.constant(mutations),
            again: fc.array(fc.record({ which: fc.nat(mutations.length - 1), hasKey: fc.boolean() }), {
              maxLength: 5,
            }),
            ranks: fc.array(fc.nat(), { minLength: mutations.length + 5, maxLength: mutations.length + 5 }),
          }),
        )
      await fc.assert(
        fc.asyncProperty(schedule, async ({ mutations, again, ranks }) => {
          // Stays below the hourly limit of registrations.
          server.pass(HOUR)
          const member = await server.createUser()
          const devices = [createMutationClient(member), createMutationClient(member), createMutationClient(member)]
          const now = server.now().getTime()
          const first = mutations.map((_, which) => ({ which, hasKey: true }))
          const order = [...first, ...again].map((sending, index) => ({ ...sending, rank: ranks[index] ?? 0 }))
          for (const { which, hasKey } of order.toSorted((one, other) => one.rank - other.rank)) {
            const mutation = mutations[which]
            if (!mutation) continue
            const seq =
              1 +
              mutations.filter(({ by, minutesAgo }) => by === mutation.by && minutesAgo > mutation.minutesAgo).length
            const age = server.now().getTime() - (now - mutation.minutesAgo * 60_000)
            // A new key stands for a repeat after the stored keys have expired.
            await devices[mutation.by]?.[kind](title, mutation.on, { seq, age, key: hasKey ? mutation.key : uuid() })
          }
          const last = mutations.toSorted((one, other) => one.minutesAgo - other.minutesAgo)[0]
          expect(await readValue(member)).toBe(last?.on)
        }),
        { numRuns: database === 'pglite' ? 12 : 40 },
      )
    },
  )

  test("keeps a device's later mutation newer when its earlier one was delayed", async () => {
    // Three seconds old when sent, and three seconds in transit: the age covers only the first.
    await device.like(title, true, { age: 0 })
    await device.like(title, false, { age: 2 * SECOND })
    expect((await phone.like(title, true, { age: SECOND })).json).toMatchObject({
      result: 'stale',
      data: { liked: false },
    })
  })

  test.each(['like', 'save'] as const)('clamps the age of a %s from a wrong clock', async (kind) => {
    await device[kind](title, true, { age: DAY })
    // A time in the future counts as now and does not block later mutations.
    expect((await phone[kind](title, false, { age: -1e12 })).json.result).toBe('applied')
    expect((await device[kind](title, true, { age: 0 })).json.result).toBe('applied')
    // A time in the far past counts as a month ago.
    expect((await phone[kind](otherTitle, true, { age: 1e15 })).json.result).toBe('applied')
    expect((await createMutationClient(member)[kind](title, false, { age: 1e15 })).json.result).toBe('stale')
  })

  test('is clamped to now and a month ago in savedAt', async () => {
    const future = await device.save(title, true, { age: -5 * DAY })
    expect(Date.parse(future.json.data.savedAt)).toBeLessThanOrEqual(server.now().getTime())
    const past = await device.save(otherTitle, true, { age: 400 * DAY })
    const age = server.now().getTime() - Date.parse(past.json.data.savedAt)
    expect(age).toBeGreaterThanOrEqual(30 * DAY)
    expect(age).toBeLessThan(30 * DAY + HOUR)
  })

  test('sets savedAt to the time of the mutation', async () => {
    const { json } = await device.save(title, true, { age: 2 * HOUR })
    const age = server.now().getTime() - Date.parse(json.data.savedAt)
    expect(Math.abs(age - 2 * HOUR)).toBeLessThan(10 * SECOND)
  })
})

function permutations<T>(items: T[]): T[][] {
  if (items.length <= 1) return [items]
  return items.flatMap((item, at) => permutations(items.toSpliced(at, 1)).map((rest) => [item, ...rest]))
}
