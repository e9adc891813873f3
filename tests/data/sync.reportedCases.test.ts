import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { drainOutbox } from '#data/areas/drain.ts'
import { savedRow } from '#data/areas/savedRow.ts'
import { syncState } from '#data/areas/syncState.ts'
import { savedTitles } from '#data/areas/watchlist.ts'
import { personalDatabase } from '#data/database/personal.ts'
import { putNewer } from '#data/sync/pull.ts'
import { idsOf, savedOnServer } from '#tests/harness/device.ts'
import { createMutationClient } from '#tests/harness/fixtures/mutationClient.ts'
import { card, cards, device, member, save, setUpOutbox } from '#tests/harness/fixtures/outboxDevice.ts'

/**
 * Reported faults of comparable sync engines (docs/sync.md#cases). Exactly one test title starts with each of them: in
 * this file when the data layer alone shows the fault, otherwise in `tests/e2e/sync`.
 */
const CASES = [
  'queue applied twice at reload',
  'a field lost across restart',
  'an older response reverts the tap',
  'a follower tab never replays',
  'N reloads offline double entries',
  'resume hangs after an offline reload',
  'duplicate POST after a drop',
  'entry dropped while the server is down',
  'captive portal’s 200 taken for sent',
  'abort mid-send marks sent',
  '“connected” but stuck for hours',
  'one poisoned entry blocks all',
  'live query misses a pull',
  'IndexedDB connection lost',
  'quota at every write',
  'leader killed mid-send',
  'entries replayed as the next user',
  'an online tap overtakes a waiting one',
  'tombstone permutations',
  'blocked upgrade hangs',
  'update reload kills typing or sending',
  'a dead worker leaves “sending” for ever',
]

const ROOT = join(import.meta.dirname, '../..')
const FILES = [
  'tests/data/sync.reportedCases.test.ts',
  'tests/data/database.recovery.test.ts',
  ...readdirSync(join(ROOT, 'tests/e2e/sync')).map((name) => `tests/e2e/sync/${name}`),
]
const NAMES = FILES.flatMap((file) =>
  [...readFileSync(join(ROOT, file), 'utf8').matchAll(/^ *test\('([^']+)'/gm)].map(([, name]) => name ?? ''),
)

test.each(CASES)('%s: has exactly one test', (words) => {
  expect(NAMES.filter((name) => name.split(': ')[0]?.split('; ').includes(words))).toHaveLength(1)
})

describe('in the data layer', () => {
  setUpOutbox()

  test('one poisoned entry blocks all: sends the entries behind one that the server fails to process', async () => {
    const poison = `/api/user/watchlist/${card(0).id}`
    device.network = (path, { method, body }) => {
      if (method !== 'POST') return undefined
      const isPoisoned = path === poison || (path === '/api/user/mutations' && String(body).includes(`"${poison}"`))
      return isPoisoned ? Response.json({ message: 'خطای سرور' }, { status: 500 }) : undefined
    }
    for (const index of cards.keys()) await save(index)
    await drainOutbox()
    expect(await savedOnServer(member)).toEqual(idsOf(cards.slice(1)))
    expect((await syncState())?.waiting).toMatchObject([{ entity: `watchlist:${card(0).id}` }])

    device.goOnline()
    const { outbox } = await personalDatabase()
    await outbox.toCollection().modify({ nextAt: 0 })
    await drainOutbox()
    expect(await savedOnServer(member)).toHaveLength(cards.length)
  })

  test('tombstone permutations: shows the same list for every order and repetition of rows and removals', async () => {
    const elsewhere = createMutationClient(await member.signIn())
    const pages: Record<string, unknown>[] = []
    const look = async () => {
      const { json } = await member.get('/api/user/watchlist?since=')
      pages.push(...json.data)
    }
    for (const [index, saved] of [
      [0, true],
      [1, true],
      [0, false],
      [1, false],
      [1, true],
    ] as const) {
      await elsewhere.save(card(index).id, saved)
      await look()
    }
    const rows = [...new Map(pages.map((row) => [`${row.titleId} ${row.version}`, row])).values()]
    expect(rows.length).toBeGreaterThanOrEqual(4)
    const { watchlist } = await personalDatabase()
    for (const order of permutations(rows)) {
      await watchlist.clear()
      for (const row of [...order, order[0] ?? {}]) {
        await putNewer(watchlist, [savedRow(row as Parameters<typeof savedRow>[0])], ({ titleId }) => titleId)
      }
      expect((await savedTitles())?.items.map(({ titleId }) => titleId)).toEqual([card(1).id])
    }
  })
})

function permutations<Item>(items: Item[]): Item[][] {
  if (items.length <= 1) return [items]
  return items.flatMap((item, at) => permutations(items.toSpliced(at, 1)).map((rest) => [item, ...rest]))
}
