import { lt, sql } from 'drizzle-orm'
import type { Database } from '#server/database/connect.ts'
import { mutationKeys } from '#server/database/schema/personal.ts'
import { Refusal } from '#server/platform/refuse.ts'
import type { Place, Sending } from './mutations.ts'

/** First answers are kept this long (API page), in ms. */
const KEYS_KEPT = 30 * 86_400_000

/** A sending that names its key. */
export type Keyed = Sending & { key: string }

/** What a key was answered the first time; why it gets no answer now; nothing where it is new. */
export type Known = { answer: unknown } | Refusal | undefined

/** What each of these was answered the first time. Whoever comes while the first is still at work is told to wait. */
export async function firstAnswers({ transaction, userId, now }: Place, sendings: Keyed[]): Promise<Known[]> {
  const { rows } = await transaction.execute<{ key: string; free: boolean; request: string | null; answer: unknown }>(
    sql`
    select taken.key, taken.free, kept.request, kept.answer
    from (
      select value as key, pg_try_advisory_xact_lock(hashtextextended(${`mutation:${userId}:`} || value, 0)) as free
      from jsonb_array_elements_text(${JSON.stringify(sendings.map(({ key }) => key))}::jsonb)
    ) as taken
    left join ${mutationKeys} as kept
      on kept.user_id = ${userId} and kept.key = taken.key and kept.created_at > ${expired(now)}::timestamptz`,
  )
  const found = new Map(rows.map((row) => [row.key, row]))
  return sendings.map(({ key, request }) => {
    const kept = found.get(key)
    if (!kept?.free) return inProgress()
    if (kept.request === null) return undefined
    return kept.request === request ? { answer: kept.answer } : new Refusal('key_reused', {})
  })
}

/** The first may have ended between our look and its lock's release: then the key is there now, and these go back. */
export async function keepAnswers(
  { transaction, userId, now }: Place,
  answers: { sending: Keyed; answer: object }[],
): Promise<void> {
  const kept = await transaction
    .insert(mutationKeys)
    .values(answers.map(({ sending: { key, request }, answer }) => ({ userId, key, request, answer, createdAt: now })))
    .onConflictDoUpdate({
      target: [mutationKeys.userId, mutationKeys.key],
      set: { request: sql`excluded.request`, answer: sql`excluded.answer`, createdAt: now },
      setWhere: sql`${mutationKeys.createdAt} <= ${expired(now)}::timestamptz`,
    })
    .returning({ key: mutationKeys.key })
  if (kept.length < answers.length) throw inProgress()
}

export async function clearKeys({ database, clock }: { database: Database; clock: () => Date }): Promise<void> {
  await database.delete(mutationKeys).where(lt(mutationKeys.createdAt, new Date(clock().getTime() - KEYS_KEPT)))
}

function inProgress(): Refusal {
  return new Refusal('in_progress', { retryAfter: 1 })
}

function expired(now: Date): string {
  return new Date(now.getTime() - KEYS_KEPT).toISOString()
}
