import * as v from 'valibot'
import { expect, test } from 'vitest'
import { watchlistApi } from '#contract/watchlist.ts'
import { drainOutbox } from '#data/areas/drain.ts'
import { kindOf } from '#data/areas/kinds.ts'
import { savedRow } from '#data/areas/savedRow.ts'
import { syncState } from '#data/areas/syncState.ts'
import type { OutboxEntry } from '#data/database/outboxEntry.ts'
import { personalDatabase } from '#data/database/personal.ts'
import { ask } from '#data/network/call.ts'
import { mutation } from '#data/sync/mutation.ts'
import { claimEntries } from '#data/sync/outbox.ts'
import { putNewer } from '#data/sync/pull.ts'
import { idsOf, savedOnServer } from '#tests/harness/device.ts'
import { card, device, member, save, setUpOutbox, withKind } from '#tests/harness/fixtures/outboxDevice.ts'

setUpOutbox()

const keyOf = (index: number) => `0190a5d0-ac96-774b-8cce-${String(index).padStart(12, '0')}`

/** A mutation kind that counts how often a payload is parsed. */
function countedMutation() {
  let parses = 0
  const save = mutation({
    kind: 'counted.save',
    formatVersion: 1,
    input: v.pipe(
      v.object({ titleId: v.number(), saved: v.boolean() }),
      v.check(() => {
        parses += 1
        return true
      }),
    ),
    entity: ({ titleId }) => `counted:${titleId}`,
    label: () => '',
    apply: (row: unknown) => row,
    isOff: ({ saved }) => !saved,
    request: ({ titleId, saved }) => ask(watchlistApi.set, { params: { id: titleId }, body: { saved } }),
    tables: ['watchlist'],
    store: ({ watchlist }, { data }) => putNewer(watchlist, [savedRow(data)], ({ titleId }) => titleId),
  })
  return {
    save,
    parses: () => parses,
    async enqueue(count: number) {
      const titles = Array.from({ length: count }, (_, at) => card(at))
      await save.many(titles.map(({ id }) => ({ titleId: id, saved: true })))
      parses = 0
      return titles
    },
  }
}

test.each([1, 6])('parses each payload once from its claim to its answer, with %i in the queue', async (count) => {
  const counted = countedMutation()
  device.goOffline()
  const titles = await counted.enqueue(count)
  device.goOnline()
  await withKind(counted.save, drainOutbox)
  expect(counted.parses()).toBe(count)
  expect(await savedOnServer(member)).toEqual(idsOf(titles))
})

test('parses only the payloads of the entries that it claims', async () => {
  const counted = countedMutation()
  device.goOffline()
  await counted.enqueue(6)
  await withKind(counted.save, async () => {
    const sender = { limit: 2, by: 'me', isAlone: true }
    const { claimed } = await claimEntries(await personalDatabase(), sender, kindOf)
    expect(claimed).toHaveLength(2)
  })
  expect(counted.parses()).toBe(2)
})

test('claims the next entry of a lane when the payload of its head is invalid', async () => {
  device.goOffline()
  await save(0)
  const database = await personalDatabase()
  const [entry] = await database.outbox.toArray()
  const { seq: _, ...rest } = entry as OutboxEntry
  await database.outbox.add({ ...rest, key: keyOf(1) })
  await database.outbox.update(1, { payload: null })
  const { claimed } = await claimEntries(database, { limit: 4, by: 'me', isAlone: true }, kindOf)
  expect(claimed).toMatchObject([{ entry: { seq: 2 } }])
  expect((await database.aside.toArray()).map(({ raw }) => raw)).toMatchObject([{ key: entry?.key }])
})

test('reads only as many entries as it claims, however long the queue', async () => {
  device.goOffline()
  await save(0)
  const database = await personalDatabase()
  const [entry] = await database.outbox.toArray()
  const { seq: _, ...rest } = entry as OutboxEntry
  await database.outbox.bulkAdd(
    Array.from({ length: 2_000 }, (_, at) => ({
      ...rest,
      key: keyOf(at),
      entity: `watchlist:${at + 10_000_000}`,
    })),
  )
  const { claimed } = await claimEntries(database, { limit: 4, by: 'me', isAlone: true }, kindOf)
  expect(claimed.map(({ entry }) => entry.seq)).toEqual([1, 2, 3, 4])
  const state = await syncState()
  expect(state?.waitingCount).toBe(2_001)
  expect(state?.waiting).toHaveLength(200)
})

test('claims only the lane head, whatever waits behind it', async () => {
  device.goOffline()
  await save(0)
  const database = await personalDatabase()
  const [entry] = await database.outbox.toArray()
  const { seq: _, ...rest } = entry as OutboxEntry
  await database.outbox.bulkAdd([
    { ...rest, key: keyOf(1) },
    { ...rest, key: keyOf(2) },
  ])
  await database.outbox.update(1, { nextAt: Date.now() + 60_000 })
  expect(await claimEntries(database, { limit: 4, by: 'me', isAlone: true }, kindOf)).toMatchObject({
    claimed: [],
    nextAt: expect.any(Number),
  })
  await database.outbox.update(1, { nextAt: 0, status: 'failed' })
  expect((await claimEntries(database, { limit: 4, by: 'me', isAlone: true }, kindOf)).claimed).toMatchObject([
    { entry: { seq: 2 } },
  ])
})
