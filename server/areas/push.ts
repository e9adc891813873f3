import { and, desc, eq, notInArray, sql } from 'drizzle-orm'
import { pushApi } from '#contract/push.ts'
import { tokenHash } from '#server/accounts/tokens.ts'
import { pushSubscriptions } from '#server/database/schema/push.ts'
import { type Api, serve } from '#server/http/serve.ts'
import { countAttempt } from '#server/http/throttle.ts'
import { isPublicEndpoint } from '#server/notifications/push/address.ts'
import { isPoint } from '#server/notifications/push/vapid.ts'
import { refuse } from '#server/platform/refuse.ts'
import { fieldMessages } from '#server/text/messages.ts'

/** Maximum number of subscribed browsers per user; the oldest are removed. */
const BROWSERS_MAX = 20

/** Subscribes browsers to push messages (`server/notifications/sendPushes.ts`). */
export function servePush(api: Api): void {
  const { push } = api.settings

  serve(api, pushApi.key, () => ({ data: { key: (push ?? refuse('not_found')).vapid.publicKey } }))

  serve(api, pushApi.subscribe, async ({ body, user, http, database, clock }) => {
    if (!push) refuse('not_found')
    const { endpoint, keys, utcOffset } = body
    const errors: Record<string, string[]> = {}
    if (!push.anywhere && !isPublicEndpoint(endpoint)) errors.endpoint = [fieldMessages.invalid]
    if (!isPoint(keys.p256dh)) errors['keys.p256dh'] = [fieldMessages.invalid]
    if (Object.keys(errors).length > 0) refuse('validation', { errors })
    await countAttempt({ database, clock }, [{ key: `push:${user.id}`, limit: 60, seconds: 3600 }])
    const token = tokenHash(http)
    await database.transaction(async (transaction) => {
      const set = { userId: user.id, token, p256dh: keys.p256dh, auth: keys.auth, utcOffset }
      await transaction
        .insert(pushSubscriptions)
        .values({ endpoint, createdAt: clock(), ...set })
        .onConflictDoUpdate({
          target: pushSubscriptions.endpoint,
          set,
          // Taking over another user's browser requires its secret; the endpoint alone proves nothing.
          setWhere: sql`${pushSubscriptions.userId} = ${user.id} or ${pushSubscriptions.auth} = ${keys.auth}`,
        })
      const newest = transaction
        .select({ id: pushSubscriptions.id })
        .from(pushSubscriptions)
        .where(eq(pushSubscriptions.userId, user.id))
        .orderBy(desc(pushSubscriptions.id))
        .limit(BROWSERS_MAX)
      await transaction
        .delete(pushSubscriptions)
        .where(and(eq(pushSubscriptions.userId, user.id), notInArray(pushSubscriptions.id, newest)))
    })
    return { data: { subscribed: true } }
  })

  serve(api, pushApi.unsubscribe, async ({ body, user, database }) => {
    await database
      .delete(pushSubscriptions)
      .where(and(eq(pushSubscriptions.userId, user.id), eq(pushSubscriptions.endpoint, body.endpoint)))
    return { data: { subscribed: false } }
  })
}
