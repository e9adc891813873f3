import { and, eq, inArray, isNull, or } from 'drizzle-orm'
import { fold } from '#contract/persian.ts'
import { type NewRequest, REQUEST_NAME_MIN, type Request, requestsApi } from '#contract/requests.ts'
import type { Database } from '#server/database/connect.ts'
import { requests } from '#server/database/schema/personal.ts'
import { cleanLine, cleanText } from '#server/http/cleanText.ts'
import { type Api, serve } from '#server/http/serve.ts'
import { countAttempt } from '#server/http/throttle.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Mutation } from '#server/sync/mutation.ts'
import { mutationHandler } from '#server/sync/mutationHandler.ts'
import { createOnce } from '#server/sync/strategies.ts'
import { serveSyncedList } from '#server/sync/syncedList.ts'
import { conflictMessages, fieldMessages } from '#server/text/messages.ts'

type Row = typeof requests.$inferSelect

export const requestsList = {
  name: 'requests',
  table: requests,
  deletedAt: requests.deletedAt,
  key: requests.id,
  newest: requests.createdAt,
  async items(database: Database, userId: number, ids: number[]) {
    const mine = and(eq(requests.userId, userId), inArray(requests.id, ids), isNull(requests.deletedAt))
    const rows = await database.select().from(requests).where(mine)
    return new Map(rows.map((row) => [row.id, shown(row)]))
  },
  tombstone: (id: number, version: number) => ({ id, deleted: true as const, version }),
}

export function serveRequests(api: Api): void {
  serveSyncedList(api, requestsApi.list, requestsList)
  serve(api, requestsApi.create, mutationHandler(createOnce({ find: findByKey, create: ask })))
}

async function findByKey({ transaction, userId }: Mutation<object, NewRequest>, key: string) {
  const [row] = await transaction
    .select()
    .from(requests)
    .where(and(eq(requests.userId, userId), eq(requests.key, key)))
  return row && { request: row.request, row: shown(row) }
}

async function ask({ transaction, userId, body, version, createdAt, now, attempt }: Mutation<object, NewRequest>) {
  const name = cleanLine(body.name)
  const note = cleanText(body.note ?? '')
  const { type, year, imdb } = body
  const folded = fold(name)
  if ([...folded].length < REQUEST_NAME_MIN)
    refuse('validation', { errors: { name: [fieldMessages.requestNameShort] } })
  const wish = JSON.stringify([folded, type, year])
  const same = await findSame(transaction, userId, { wish, imdb })
  if (same) refuse('conflict', { message: conflictMessages.requested, existing: shown(same) })
  await countAttempt({ database: transaction, clock: () => now }, [
    { key: `request:${userId}`, limit: 100, seconds: 3600 },
  ])
  const [made] = await transaction
    .insert(requests)
    .values({
      userId,
      name,
      type,
      year,
      imdb,
      note: note === '' ? null : note,
      wish,
      createdAt: createdAt,
      version,
      key: attempt.key,
      request: attempt.request,
    })
    .returning()
  if (!made) throw new Error('the request was not written')
  return shown(made)
}

/** Requests with equal names but different IMDb ids are different. */
async function findSame(
  database: Database,
  userId: number,
  { wish, imdb }: { wish: string; imdb: string | null },
): Promise<Row | undefined> {
  const sameName = eq(requests.wish, wish)
  const rows = await database
    .select()
    .from(requests)
    .where(
      and(
        eq(requests.userId, userId),
        isNull(requests.deletedAt),
        imdb === null ? sameName : or(eq(requests.imdb, imdb), and(sameName, isNull(requests.imdb))),
      ),
    )
    .limit(1)
  return rows[0]
}

function shown(row: Row): Request {
  const { id, name, type, year, imdb, note, status, reply, titleId, createdAt, version } = row
  return { id, name, type, year, imdb, note, status, reply, titleId, createdAt: createdAt.toISOString(), version }
}
