import type { Patch } from '#tests/sync/simulation/bundle.ts'

/** A planted fault that the model must detect. */
export interface Mutant {
  name: string
  patches: Patch[]
}

const inData = (file: string, from: string, to: string): Patch => ({ file: `src/data/${file}`, from, to })
const inServer = (file: string, from: string, to: string): Patch => ({ file: `server/${file}`, from, to })

const noFence = inServer('sync/fence.ts', ', false) as before', ', false) and false as before')

export const MUTANTS: readonly Mutant[] = [
  {
    name: 'toggle instead of set',
    patches: [
      inData(
        'areas/watchlist.ts',
        'ask(watchlistApi.set, { params: { id: titleId }, body: { saved } })',
        'ask(watchlistApi.set, { params: { id: titleId }, body: {} })',
      ),
    ],
  },
  {
    name: 'delete before the answer',
    patches: [
      inData(
        'sync/outbox.ts',
        'await putInChunks(outbox, entries)',
        'await outbox.bulkDelete(entries.map(({ seq }) => seq))',
      ),
    ],
  },
  { name: 'no key', patches: [inData('sync/deliver.ts', '[HEADER_KEY]: entry.key,', '')] },
  { name: 'no fence', patches: [noFence] },
  {
    name: 'rewrite in place',
    patches: [
      inData('sync/enqueue.ts', 'if (taken.length > 0) await outbox.bulkDelete(taken.map(({ seq }) => seq))', ''),
      inData(
        'sync/enqueue.ts',
        'outbox.add(entry)',
        '(taken[0] ? outbox.update(taken[0].seq, { payload: entry.payload, status: "queued" }) : outbox.add(entry))',
      ),
    ],
  },
  {
    name: 'acknowledge without base',
    patches: [inData('sync/settle.ts', 'await kind.store(database, ofKind)', '')],
  },
  { name: 'blind pull', patches: [inData('sync/pull.ts', 'if (!isNews(row, before)) return []', '')] },
  {
    name: 'no lock and no fence',
    patches: [
      inData(
        'platform/lock.ts',
        "if (typeof navigator === 'undefined' || !navigator.locks) return run(false, stop)",
        'return run(false, stop)',
      ),
      noFence,
    ],
  },
  {
    name: 'a new key after an unknown outcome',
    patches: [
      inData(
        'sync/settle.ts',
        'lastError: errorOf(failure, now),',
        'lastError: errorOf(failure, now), key: crypto.randomUUID(),',
      ),
    ],
  },
  {
    name: '401 acknowledges an entry',
    patches: [
      inData(
        'sync/classify.ts',
        "if (status === 401 || status === 419) return { become: 'parked' }",
        "if (status === 401 || status === 419) return { become: 'acknowledged' }",
      ),
    ],
  },
  {
    name: 'captive portal’s 200 taken for an acknowledgement',
    patches: [
      inData(
        'network/call.ts',
        "if (!read.success) throw new Unreachable('foreign')\n  return read.output",
        "if (!read.success) return { data: {}, result: 'applied' } as Reply\n  return read.output",
      ),
    ],
  },
  {
    name: 'proxy’s 404 taken for the server’s',
    patches: [
      inData('sync/classify.ts', 'if (failure.isForeign) return', 'if (failure.isForeign && attempts < 0) return'),
    ],
  },
  {
    name: 'the breaker lets no probe through and never closes',
    patches: [
      inData('sync/drain.ts', 'return 1 - Math.min(1, flights.size)', 'return 0'),
      inData(
        'sync/drain.ts',
        'function resetBreaker() {\n    unreachableInARow = 0',
        'function resetBreaker() {\n    unreachableInARow += 0',
      ),
    ],
  },
  {
    name: 'leases never expire',
    patches: [
      inData(
        'sync/outbox.ts',
        'return !isDead && isStillAhead(entry.leaseUntil, LEASE) ? entry.leaseUntil : undefined',
        'return !isDead ? Number.MAX_SAFE_INTEGER : undefined',
      ),
    ],
  },
  {
    name: 'the cursor is saved before the rows',
    patches: [
      inData(
        'sync/pull.ts',
        'await putPulled(base, rows)\n        await database.meta.put({ key: cursorKey, value: to })',
        'await database.meta.put({ key: cursorKey, value: to })\n        setTimeout(() => void putPulled(base, rows), 5)',
      ),
    ],
  },
  {
    name: 'tombstones ignored',
    patches: [
      inData(
        'sync/pull.ts',
        'rows: data.map(sketch.row)',
        "rows: data.filter((item) => !('deleted' in (item as object))).map(sketch.row)",
      ),
    ],
  },
  {
    name: 'a reset wipes the outbox',
    patches: [
      inData(
        'sync/pull.ts',
        "await recordEvent(database, 'reset', sketch.name, clock.now())",
        'await database.outbox.clear()',
      ),
    ],
  },
  {
    name: 'mutation age ignored',
    patches: [inData('sync/deliver.ts', 'return Math.max(0, clock.now() - createdAt)', 'return 0 * createdAt')],
  },
  {
    name: 'entries sent as the next user',
    patches: [
      inData(
        'database/session.ts',
        "return session?.user.id === userId && session.status === 'active' ? session.token : undefined",
        "return session && userId > 0 && session.status === 'active' ? session.token : undefined",
      ),
    ],
  },
  {
    name: 'superseded entry restored by its failed attempt',
    patches: [
      inData(
        'sync/settle.ts',
        'if (!current || current.leaseBy !== entry.leaseBy || current.attempts !== entry.attempts) return',
        'if (!current) return { entry }',
      ),
    ],
  },
  {
    name: 'mutation clears all lanes of its kind',
    patches: [
      inData(
        'sync/enqueue.ts',
        "outbox.where('entity').equals(draft.entity).sortBy('seq')",
        "outbox.where('entity').startsWith(draft.entity.split(':')[0] ?? '').sortBy('seq')",
      ),
    ],
  },
  {
    name: 'undo after an unknown outcome not sent',
    patches: [inData('sync/enqueue.ts', 'if (!unsure && (draft', 'if ((draft')],
  },
  {
    name: 'quota error swallowed',
    patches: [
      inData(
        'sync/mutation.ts',
        'await durableWrite(database, () => enqueue(database, tables, parsed.map(draftOf), clock.now()))',
        'await durableWrite(database, () => enqueue(database, tables, parsed.map(draftOf), clock.now())).catch(() => undefined)',
      ),
    ],
  },
  {
    name: 'unknown kind dropped',
    patches: [
      inData(
        'sync/outbox.ts',
        "await outbox.update(entry.seq, { status: 'held', leaseUntil: 0, leaseBy: null })",
        'await outbox.delete(entry.seq)',
      ),
    ],
  },
  {
    name: 'concurrent pulls move the cursor back',
    patches: [inData('sync/pull.ts', 'if ((await cursorOf(database)) !== from) return false', '')],
  },
  {
    name: 'refused batch ends its entries',
    patches: [
      inData(
        'sync/batch.ts',
        'return { ...attemptOf(going.map(({ entry }) => ({ entry, released: true, unsure }))), batchRefused: true }',
        'return attemptOf(going.map(({ entry, kind }) => ({ entry, kind, missing: "record" })))',
      ),
    ],
  },
  {
    name: 'first answer of a batch used for all entries',
    patches: [inData('sync/batch.ts', 'answers.get(one.entry.key)', 'data[0]')],
  },
  {
    name: 'entries of an older format unreadable',
    patches: [inData('sync/migrate.ts', 'payload = step(payload)', 'payload = undefined')],
  },
  {
    name: 'rows missing from a full list not deleted',
    patches: [inData('sync/pull.ts', 'await base.bulkDelete(gone.map(sketch.rowKey))', '')],
  },
  {
    name: 'rule not checked when its download is added',
    patches: [
      inData(
        'downloads/applySeriesRules.ts',
        'if (!current || current.quality !== rule.quality || current.dub !== rule.dub) return true',
        '',
      ),
      inData(
        'downloads/applySeriesRules.ts',
        'if (!episodes.some(({ id }) => id === target.episodeId)) return true',
        '',
      ),
      inData('downloads/applySeriesRules.ts', 'episodesToKeep(current, seasons', 'episodesToKeep(rule, seasons'),
    ],
  },
  {
    name: 'history not checked when a rule adds a download',
    patches: [
      inData(
        'downloads/applySeriesRules.ts',
        'if (!episodes.some(({ id }) => id === target.episodeId)) return true',
        'if (current.skipped.includes(target.episodeId ?? 0)) return true',
      ),
    ],
  },
  {
    name: 'deleted episodes downloaded again',
    patches: [inData('downloads/seriesRules.ts', '!skipped.includes(episode.id) &&', '')],
  },
  {
    name: 'watched downloads removed without grace',
    patches: [
      inData('downloads/seriesRules.ts', 'const until = watchedSince + WATCHED_GRACE', 'const until = watchedSince'),
    ],
  },
  {
    name: 'grace goes on after an episode was unwatched',
    patches: [
      inData(
        'downloads/seriesRules.ts',
        "return watchedSince === undefined ? { step: 'keep' } : { step: 'note', watchedSince: undefined }",
        "return { step: 'keep' }",
      ),
    ],
  },
  {
    name: 'rules remove the user’s downloads',
    patches: [
      inData(
        'downloads/seriesRules.ts',
        'const rows = await database.keptVideos.filter(({ isAutomatic }) => isAutomatic === true).toArray()',
        'const rows = await database.keptVideos.toArray()',
      ),
      inData(
        'downloads/seriesRules.ts',
        "row?.run !== run || !row.isAutomatic || row.state === 'leaving'",
        "row?.run !== run || row.state === 'leaving'",
      ),
    ],
  },
  {
    name: 'a season added by hand stays automatic',
    patches: [
      inData('downloads/downloads.ts', 'row ? { ...row, ...BY_USER } : newLastDownload', 'row ? row : newLastDownload'),
    ],
  },
  {
    name: 'limit ignored by rules',
    patches: [
      inData(
        'downloads/applySeriesRules.ts',
        'if (limit !== undefined && spaceLeft(limit, rows) < size) return false',
        '',
      ),
    ],
  },
  {
    name: 'deletion removes a download added again',
    patches: [
      inData('downloads/downloadRow.ts', "if (current?.run === run && current.state === 'leaving') await", 'await'),
    ],
  },
  {
    name: 'a title stays hidden when it is played again',
    patches: [
      inData('areas/history.ts', 'version: row?.version ?? 0, hidden: false }', 'version: row?.version ?? 0 }'),
    ],
  },
  {
    name: 'hiding a title drops its pending position',
    patches: [inData('areas/history.ts', 'merge: (_, next) => next,', '')],
  },
  {
    name: 'hiding not ordered by its fence',
    patches: [inServer('areas/continueWatching.ts', '!isStale && before.hiddenAt', 'before.hiddenAt')],
  },
  {
    name: 'a download added by hand stays automatic',
    patches: [
      inData('downloads/downloads.ts', 'put({ ...row, ...BY_USER })\n      else', 'put(row)\n      else'),
      inData('downloads/downloads.ts', '{ ...row, ...RETRY, ...BY_USER }', '{ ...row, ...RETRY }'),
    ],
  },
  {
    name: 'new downloads are ordered by the clock alone',
    patches: [
      inData(
        'downloads/downloadQueue.ts',
        'Math.max(created.createdAt, ...rows.map((row) => queuePlace(row) + 1))',
        'created.createdAt + 0 * rows.length',
      ),
    ],
  },
  {
    name: 'a move is not one transaction',
    patches: [
      inData(
        'downloads/downloadQueue.ts',
        "database.transaction('rw', database.keptVideos, async () => {\n      const queue",
        'Promise.resolve().then(async () => {\n      const queue',
      ),
    ],
  },
  {
    name: 'the queue ignores the user’s order',
    patches: [
      inData(
        'downloads/downloadQueue.ts',
        'rows.toSorted((one, other) => queuePlace(one) - queuePlace(other))',
        'rows.toSorted((one, other) => one.createdAt - other.createdAt)',
      ),
    ],
  },
  {
    name: 'a raised limit continues downloads only while its tab lives',
    patches: [inData('downloads/downloadLimit.ts', 'if ((await stopped.count()) === 0) return', 'if (stopped) return')],
  },
  {
    name: 'a restored server gets nothing back',
    patches: [inData('sync/pull.ts', "if (isFirst && cursor !== '') await resendDelivered(database)", '')],
  },
  {
    name: 'entries sent again with each list after a 410',
    patches: [
      inData(
        'sync/pull.ts',
        'const isFirst = cursors.length > 0 && cursors.every(({ value }) => value === DISCARDED)',
        'const isFirst = from === DISCARDED',
      ),
    ],
  },
  {
    name: 'entries sent again under a new key',
    patches: [
      inData('sync/resend.ts', '({ ...entry, ...UNSENT })', '({ ...entry, ...UNSENT, key: crypto.randomUUID() })'),
    ],
  },
]
