import { eq } from 'drizzle-orm'
import type { Request } from '#contract/requests.ts'
import { cardColumns, cardOf } from '#server/catalogue/cards.ts'
import type { DatabaseContext } from '#server/database/connect.ts'
import { titles } from '#server/database/schema/catalogue.ts'
import { requests } from '#server/database/schema/personal.ts'
import { notify } from '#server/notifications/notify.ts'
import { nextVersion } from '#server/sync/fence.ts'
import { news } from '#server/text/messages.ts'

/** The operator's reply to a title request. */
export interface RequestReply {
  status: Request['status']
  /** message to the user */
  reply?: string | null | undefined
  /** the requested title, once it is in the catalogue */
  titleId?: number | null | undefined
}

/** Replies to a request and notifies its user, once per status. Returns false if there is no such request. */
export function replyToRequest(
  { database, clock }: DatabaseContext,
  id: number,
  answer: RequestReply,
): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const [asked] = await transaction.select().from(requests).where(eq(requests.id, id))
    if (!asked || asked.deletedAt !== null) return false
    const version = await nextVersion(transaction, asked.userId)
    const { status, reply = asked.reply, titleId = asked.titleId } = answer
    await transaction.update(requests).set({ status, reply, titleId, version }).where(eq(requests.id, id))
    if (status === asked.status) return true
    const [title] =
      titleId === null ? [] : await transaction.select(cardColumns).from(titles).where(eq(titles.id, titleId))
    await notify({ database: transaction, clock }, asked.userId, {
      kind: 'request',
      title: news.request[status](asked.name),
      body: reply ?? '',
      path: title ? cardOf(title).path : '/user/new-request',
      occasion: `request:${id}:${status}`,
    })
    return true
  })
}

/** Removes an invalid request from its user's list. Its key stays, so that a device cannot create it again. */
export function removeRequest({ database, clock }: DatabaseContext, id: number): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const [asked] = await transaction.select().from(requests).where(eq(requests.id, id))
    if (!asked || asked.deletedAt !== null) return false
    const version = await nextVersion(transaction, asked.userId)
    await transaction.update(requests).set({ deletedAt: clock(), version }).where(eq(requests.id, id))
    return true
  })
}
