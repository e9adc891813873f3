import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import * as v from 'valibot'
import { REQUEST_STATES } from '#contract/requests.ts'
import { removeRequest, replyToRequest } from '#server/areas/requestReplies.ts'
import type { Database } from '#server/database/connect.ts'
import { titles } from '#server/database/schema/catalogue.ts'
import { requests } from '#server/database/schema/personal.ts'
import { CommandError, defineCommand } from '#server/operator/command.ts'

const Id = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(2 ** 31 - 1))

/** `requests`: open title requests. */
export const listRequests = defineCommand(v.strictObject({}), async ({ connection }) => {
  const { id, status, type, name, year, imdb, note } = requests
  const open = await connection.database
    .select({ id, status, type, name, year, imdb, note })
    .from(requests)
    .where(and(isNull(requests.deletedAt), inArray(requests.status, ['waiting', 'accepted'])))
    .orderBy(asc(requests.id))
  return { requests: open }
})

/** `requests answer ID`: answers a request and notifies its user. */
export const answerRequest = defineCommand(
  v.strictObject({
    id: Id,
    status: v.picklist(REQUEST_STATES),
    reply: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(2000))),
    titleId: v.optional(Id),
  }),
  ({ connection, clock }, { id, ...answer }, { audit }) =>
    connection.database.transaction(async (database) => {
      const { titleId } = answer
      if (titleId !== undefined && (await database.$count(titles, eq(titles.id, titleId))) === 0) {
        throw new CommandError(`There is no title ${titleId}.`)
      }
      const before = await replyOf(database, id)
      if (!(await replyToRequest({ database, clock }, id, answer))) noRequest(id)
      await audit(database, { subject: `request ${id}`, before, after: await replyOf(database, id) })
      return { id, status: answer.status }
    }),
)

/** `requests remove ID`: removes an invalid request from its user's list. */
export const removeRequestCommand = defineCommand(
  v.strictObject({ id: Id }),
  ({ connection, clock }, { id }, { audit }) =>
    connection.database.transaction(async (database) => {
      const before = await replyOf(database, id)
      if (!(await removeRequest({ database, clock }, id))) noRequest(id)
      await audit(database, { subject: `request ${id}`, before, after: null })
      return { id, status: 'removed' }
    }),
)

/** The facts of a request that an operator can change. Throws a `CommandError` if there is none. */
async function replyOf(database: Database, id: number) {
  const { status, reply, titleId } = requests
  const [found] = await database.select({ status, reply, titleId }).from(requests).where(eq(requests.id, id))
  return found ?? noRequest(id)
}

function noRequest(id: number): never {
  throw new CommandError(`There is no request ${id}.`)
}
