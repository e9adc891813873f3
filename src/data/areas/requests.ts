import { NewRequest, type Request, requestsApi } from '#contract/requests.ts'
import { isPending, wasNeverSent } from '#data/database/outboxEntry.ts'
import { personalDatabaseIfSignedIn } from '#data/database/personal.ts'
import type { RequestRow } from '#data/database/rows.ts'
import { ask, call } from '#data/network/call.ts'
import { mutation } from '#data/sync/mutation.ts'
import { deltaPull, type PersonalList, putNewer } from '#data/sync/pull.ts'

/** A title request as shown to its user. A pending request has no id yet. */
export interface ShownRequest extends Omit<Request, 'id' | 'version'> {
  id: number | undefined
  /** stable while it is shown */
  key: string
  pending: boolean
  /** never sent: it can still be discarded */
  editable: boolean
}

/** Draft name of the request form. */
export const REQUEST_DRAFT = 'request'

/** Requests a title that the catalogue lacks. */
export const sendRequest = mutation({
  kind: 'requests.create',
  formatVersion: 1,
  input: NewRequest,
  isCreation: true,
  entity: (_, key) => `request:${key}`,
  label: ({ name }) => name,
  apply: (others: ShownRequest[], input, { createdAt, key }) => [
    ...others,
    {
      ...{ ...input, id: undefined, key, status: 'waiting' as const, reply: null, titleId: null },
      ...{ createdAt: new Date(createdAt).toISOString(), pending: true, editable: true },
    },
  ],
  request: (body) => ask(requestsApi.create, { body }),
  tables: ['requests'],
  store: ({ requests }, { data }) => putNewer(requests, [data], ({ id }) => id),
  draft: (input) => ({
    ...{ name: REQUEST_DRAFT, text: JSON.stringify(input), spoiler: false, path: '/user/new-request' },
    copy: [input.name, input.year, input.imdb, input.note].filter(Boolean).join('\n'),
  }),
})

export const requestsPull = deltaPull({
  name: 'requests',
  table: 'requests',
  rowKey: (row: RequestRow) => row.id,
  fetch: (query, options) => call(requestsApi.list, { query }, options),
  row: (item): RequestRow => ('deleted' in item ? { id: item.id, version: item.version } : item),
})

/** Returns the own requests, pending ones first, each group newest first; undefined for guests. */
export async function myRequests(): Promise<PersonalList<ShownRequest> | undefined> {
  const database = await personalDatabaseIfSignedIn()
  if (!database) return undefined
  return database.transaction('r', database.requests, database.outbox, database.meta, async () => {
    const rows = await database.requests.orderBy('createdAt').reverse().toArray()
    const entries = (await database.outbox.where('entity').startsWith('request:').sortBy('seq')).filter(isPending)
    const stored = rows.flatMap(shownRow)
    const pending = entries.toReversed().flatMap((entry) =>
      sendRequest.applyEntry([], entry).flatMap((shown): ShownRequest[] => {
        // The answer was lost, but the list contains the request: the server accepts each title once.
        if (entry.attempts > 0 && stored.some((row) => isSame(row, shown))) return []
        return [{ ...shown, editable: wasNeverSent(entry) }]
      }),
    )
    return { userId: database.userId, items: [...pending, ...stored], loaded: await requestsPull.hasRun(database) }
  })
}

function shownRow(row: RequestRow): ShownRequest[] {
  const { id, name, createdAt } = row
  if (typeof name !== 'string' || typeof createdAt !== 'string') return []
  const {
    type = 'movie',
    year = null,
    imdb = null,
    note = null,
    status = 'waiting',
    reply = null,
    titleId = null,
  } = row
  return [
    {
      ...{ id, key: String(id), name, type, year, imdb, note, status, reply, titleId, createdAt },
      ...{ pending: false, editable: false },
    },
  ]
}

function isSame(one: ShownRequest, other: ShownRequest): boolean {
  if (one.imdb !== null && one.imdb === other.imdb) return true
  return one.name === other.name && one.type === other.type && one.year === other.year
}
