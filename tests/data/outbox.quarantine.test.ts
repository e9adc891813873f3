import * as v from 'valibot'
import { expect, test } from 'vitest'
import { watchlistApi } from '#contract/watchlist.ts'
import { commentDraft, sendComment } from '#data/areas/comments.ts'
import { drainOutbox } from '#data/areas/drain.ts'
import { kindOf } from '#data/areas/kinds.ts'
import { canEdit, editEntry, entryText } from '#data/areas/outboxActions.ts'
import { savedRow } from '#data/areas/savedRow.ts'
import { syncState } from '#data/areas/syncState.ts'
import { savedTitles, watchlistPull } from '#data/areas/watchlist.ts'
import { readDraft } from '#data/database/drafts.ts'
import { checkIntegrity } from '#data/database/integrityCheck.ts'
import { readJournal } from '#data/database/journal.ts'
import type { OutboxEntry } from '#data/database/outboxEntry.ts'
import { type PersonalDatabase, personalDatabase } from '#data/database/personal.ts'
import { clearQuarantine, exportQuarantine } from '#data/database/quarantine.ts'
import { ask } from '#data/network/call.ts'
import { migrateEntry } from '#data/sync/migrate.ts'
import { mutation } from '#data/sync/mutation.ts'
import { putNewer } from '#data/sync/pull.ts'
import { unreadableReason } from '#data/sync/readEntry.ts'
import { idsOf, savedOnServer } from '#tests/harness/device.ts'
import { card, device, member, save, setUpOutbox, withKind } from '#tests/harness/fixtures/outboxDevice.ts'

setUpOutbox()

const keyOf = (index: number) => `0190a5d0-ac96-774b-8cce-${String(index).padStart(12, '0')}`

function inspect(database: PersonalDatabase): Promise<void> {
  return checkIntegrity(database, (raw) => unreadableReason(raw, database.userId, kindOf))
}

test('migrates an entry step by step without changing the stored one', () => {
  const old = { kind: 'x', formatVersion: 1, payload: { id: 7 } } as unknown as OutboxEntry
  const steps = {
    1: (payload: unknown) => ({ titleId: (payload as { id: number }).id }),
    2: (payload: unknown) => ({ ...(payload as object), saved: true }),
  }
  expect(migrateEntry(old, { formatVersion: 3, steps })).toMatchObject({
    formatVersion: 3,
    payload: { titleId: 7, saved: true },
  })
  expect(old).toMatchObject({ formatVersion: 1, payload: { id: 7 } })
  expect(migrateEntry({ ...old, formatVersion: 4 }, { formatVersion: 3, steps })).toBeUndefined()
  expect(migrateEntry(old, { formatVersion: 3, steps: { 2: steps[2] } })).toBeUndefined()
  expect(migrateEntry({ ...old, payload: null }, { formatVersion: 2, steps })?.payload).toBeUndefined()
})

/** A mutation kind as a later version of the app would declare it. */
const futureMutation = mutation({
  kind: 'later.save',
  formatVersion: 2,
  steps: { 1: (id) => ({ titleId: id, saved: true }) },
  input: v.object({ titleId: v.number(), saved: v.boolean() }),
  entity: ({ titleId }) => `later:${titleId}`,
  label: () => '',
  apply: (row: unknown) => row,
  request: ({ titleId, saved }) => ask(watchlistApi.set, { params: { id: titleId }, body: { saved } }),
  tables: ['watchlist'],
  store: ({ watchlist }, { data }) => putNewer(watchlist, [savedRow(data)], ({ titleId }) => titleId),
})

test('sends a held entry after migration once the app knows its kind', async () => {
  await save(0)
  const { outbox } = await personalDatabase()
  await outbox.toCollection().modify({ kind: 'later.save', formatVersion: 1, payload: card(0).id })
  await drainOutbox()
  expect((await syncState())?.waiting).toMatchObject([{ status: 'held', label: card(0).titleFa }])
  await save(1)
  await drainOutbox()
  expect(await savedOnServer(member)).toEqual([card(1).id])
  await withKind(futureMutation, drainOutbox)
  expect(await syncState()).toMatchObject({ waiting: [], failed: [], quarantined: [] })
  expect(await savedOnServer(member)).toContain(card(0).id)
})

test('never supersedes a held entry of the same entity', async () => {
  device.goOffline()
  await save(0)
  const { outbox } = await personalDatabase()
  await outbox.toCollection().modify({ formatVersion: 99, status: 'held' })
  await save(0)
  expect((await syncState())?.waiting.map(({ status }) => status)).toEqual(['held', 'queued'])
})

test('sends valid entries and quarantines invalid ones unchanged', async () => {
  device.goOffline()
  await save(0)
  await save(1)
  const { outbox, aside } = await personalDatabase()
  const [good] = await outbox.toArray()
  const { seq: _, ...rest } = good as OutboxEntry
  const bad = [
    { ...rest, key: keyOf(1), entity: 'a', payload: null },
    { ...rest, key: keyOf(2), entity: 'b', userId: member.id + 1 },
    { ...rest, key: keyOf(3), entity: 'c', createdAt: 'yesterday' },
    { ...rest, key: keyOf(4), entity: 'd', status: 'dancing' },
    { ...rest, key: keyOf(5), entity: 7 },
    { key: keyOf(6), nonsense: true },
    { ...rest, key: 'no key', entity: 'e' },
  ]
  await outbox.bulkAdd(bad as never[])
  device.goOnline()
  await drainOutbox()
  await inspect(await personalDatabase())
  expect(await savedOnServer(member)).toEqual(idsOf([card(0), card(1)]))
  expect(await outbox.count()).toBe(0)
  expect((await aside.toArray()).map(({ raw }) => raw)).toEqual(
    expect.arrayContaining(bad.map((entry) => expect.objectContaining(entry))),
  )
  expect(JSON.parse(await exportQuarantine())).toHaveLength(bad.length)
  await clearQuarantine()
  expect((await syncState())?.quarantined).toEqual([])
})

test('quarantines unreadable rows and cursors and fetches the list again', async () => {
  await save(0)
  await drainOutbox()
  const database = await personalDatabase()
  await watchlistPull.refresh(database, {})
  await database.watchlist.update(card(0).id, { savedAt: 42 as never })
  await database.meta.put({ key: 'cursor:history', value: { not: 'a cursor' } })
  await database.downloadRules.put({ titleId: card(0).id, count: 'many' } as never)
  await inspect(database)
  expect((await syncState())?.quarantined.map(({ from }) => from).toSorted()).toEqual([
    'downloadRules',
    'meta',
    'watchlist',
  ])
  await watchlistPull.refresh(database, {})
  expect((await savedTitles())?.items).toMatchObject([{ titleId: card(0).id }])
})

test('restores a refused text to its form and discards the entry', async () => {
  device.network = (path) =>
    path === '/api/user/comment' ? Response.json({ message: 'نه' }, { status: 422 }) : undefined
  await sendComment({ titleId: card(0).id, body: 'متن مهم', spoiler: true, name: card(0).titleFa })
  await drainOutbox()
  const [failed] = (await syncState())?.failed ?? []
  expect(failed).toMatchObject({ label: card(0).titleFa, lastError: { message: 'نه', status: 422 } })
  expect(failed && [canEdit(failed), entryText(failed)]).toEqual([true, 'متن مهم'])
  expect(await editEntry(failed?.seq ?? 0)).toMatchObject({ path: `/titles/${card(0).id}/-` })
  expect(await readDraft(commentDraft(card(0).id), member.id)).toMatchObject({ text: 'متن مهم', spoiler: true })
  expect(await syncState()).toMatchObject({ waiting: [], failed: [] })
})

test('lists journal events newest first', async () => {
  await save(0)
  await drainOutbox()
  expect((await readJournal()).map(({ event }) => event)).toEqual(['acknowledged', 'queued'])
})
