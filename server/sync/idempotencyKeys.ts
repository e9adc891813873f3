import { lt, sql } from 'drizzle-orm'
import type { DatabaseContext } from '#server/database/connect.ts'
import { mutationKeys } from '#server/database/schema/personal.ts'
import { Refusal } from '#server/platform/refuse.ts'
import type { KeyedAttempt, MutationScope } from './mutation.ts'

/** Answers are stored under their key for this long, in ms (docs/sync.md#idempotency). */
const KEY_RETENTION = 30 * 86_400_000

/** The stored answer of a key, the reason why the key cannot be used now, or undefined for a new key. */
export type FirstAnswer = { answer: unknown } | Refusal | undefined

/** Looks up the first answers of these attempts. A key whose first attempt still runs yields `in_progress`. */
export async function findFirstAnswers(
  { transaction, userId, now }: MutationScope,
  attempts: KeyedAttempt[],
): Promise<FirstAnswer[]> {
  const { rows } = await transaction.execute<{ key: string; free: boolean; request: string | null; answer: unknown }>(
    sql`
    select locked.key, locked.free, stored.request, stored.answer
    from (
      select value as key, pg_try_advisory_xact_lock(hashtextextended(${`mutation:${userId}:`} || value, 0)) as free
      from jsonb_array_elements_text(${JSON.stringify(attempts.map(({ key }) => key))}::jsonb)
    ) as locked
    left join ${mutationKeys} as stored
      on stored.user_id = ${userId} and stored.key = locked.key and stored.created_at > ${expiry(now)}::timestamptz`,
  )
  const found = new Map(rows.map((row) => [row.key, row]))
  return attempts.map(({ key, request }) => {
    const stored = found.get(key)
    if (!stored?.free) return inProgress()
    if (stored.request === null) return undefined
    return stored.request === request ? { answer: stored.answer } : new Refusal('key_reused', {})
  })
}

/**
 * Stores answers under their keys. Throws `in_progress` when another transaction stored one of the keys between this
 * transaction's lookup and that transaction's commit: the caller rolls back and retries.
 */
export async function storeAnswers(
  { transaction, userId, now }: MutationScope,
  answers: { attempt: KeyedAttempt; answer: object }[],
): Promise<void> {
  const stored = await transaction
    .insert(mutationKeys)
    .values(answers.map(({ attempt: { key, request }, answer }) => ({ userId, key, request, answer, createdAt: now })))
    .onConflictDoUpdate({
      target: [mutationKeys.userId, mutationKeys.key],
      set: { request: sql`excluded.request`, answer: sql`excluded.answer`, createdAt: now },
      setWhere: sql`${mutationKeys.createdAt} <= ${expiry(now)}::timestamptz`,
    })
    .returning({ key: mutationKeys.key })
  if (stored.length < answers.length) throw inProgress()
}

export async function deleteOldKeys({ database, clock }: DatabaseContext): Promise<void> {
  await database.delete(mutationKeys).where(lt(mutationKeys.createdAt, new Date(clock().getTime() - KEY_RETENTION)))
}

function inProgress(): Refusal {
  return new Refusal('in_progress', { retryAfter: 1 })
}

function expiry(now: Date): string {
  return new Date(now.getTime() - KEY_RETENTION).toISOString()
}
