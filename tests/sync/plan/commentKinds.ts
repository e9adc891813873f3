import { and, eq } from 'drizzle-orm'
import { commentLikes, commentReports, comments } from '#server/database/schema/comments.ts'
import type { DataLayer } from '#tests/sync/simulation/dataLayer.ts'
import type { MutationKind, Value } from './mutationKinds.ts'

/** More than the highest title id. */
const SPAN = 2 ** 31
/** In place of a user's id: far above those of test users. */
const NOBODY = 400_000

/** The comment on a title that its user changes. It exists from the start, deleted. */
export const ownCommentId = (userId: number, titleId: number) => userId * SPAN + titleId
/** The comment on a title that all users like and report. */
export const othersCommentId = (titleId: number) => ownCommentId(NOBODY, titleId)

/** Tables whose rows have a comment's id. */
const TABLES = ['comments', 'commentLikes', 'commentReports']

/** The title of a comment's row, since the model names entities by title. Rows of other tables keep their key. */
export const titleKeyIn = (table: string, key: number) => (TABLES.includes(table) ? key % SPAN : key)

/** A lane of a comment, named by the title: `own-comment:7`. Other lanes keep their name. */
export function titleLane(entity: string): string {
  const [prefix = '', id] = entity.split(':')
  return COMMENT_LANES.includes(prefix) ? `${prefix}:${Number(id) % SPAN}` : entity
}
const COMMENT_LANES = ['own-comment', 'comment-like', 'comment-report']

const field = (of: unknown, name: string): unknown =>
  typeof of === 'object' && of !== null ? (of as Record<string, unknown>)[name] : undefined
const textOf = (of: unknown): Value => (field(of, 'deleted') === false ? String(field(of, 'body')) : 'deleted')

const OF_COMMENT = { rowKey: (titleId: number) => titleId, isPulled: false }

export const COMMENT_KINDS: readonly MutationKind[] = [
  {
    ...OF_COMMENT,
    names: ['comments.change'],
    table: 'comments',
    values: ['one', 'two', 'deleted'],
    off: 'deleted',
    entity: (titleId) => `own-comment:${titleId}`,
    async mutate(dataLayer, { id: titleId, titleFa: name }, value) {
      const commentId = ownCommentId((await dataLayer.personalDatabase()).userId, titleId)
      const text = { body: value === 'deleted' ? 'one' : value, spoiler: false }
      await dataLayer.changeComment({ commentId, titleId, name, deleted: value === 'deleted', ...text })
    },
    valueIn: textOf,
    valueInRow: textOf,
    async read(dataLayer, titleId) {
      const { userId } = await dataLayer.personalDatabase()
      const { acknowledged, changes } = await dataLayer.ownComments(titleId)
      const commentId = ownCommentId(userId, titleId)
      const pending = changes.get(commentId)?.at(-1)
      return textOf(pending?.payload ?? acknowledged.find(({ id }) => id === commentId))
    },
    async valueOnServer(database, userId, titleId) {
      const [row] = await database
        .select()
        .from(comments)
        .where(eq(comments.id, ownCommentId(userId, titleId)))
      return row?.deletedAt === null ? row.body : 'deleted'
    },
  },
  {
    ...OF_COMMENT,
    names: ['comments.setLiked'],
    table: 'commentLikes',
    values: ['on', 'off'],
    off: 'off',
    entity: (titleId) => `comment-like:${titleId}`,
    mutate: (dataLayer, { id: titleId, titleFa: name }, value) =>
      dataLayer.setCommentLiked({ commentId: othersCommentId(titleId), titleId, name, liked: value === 'on' }),
    valueIn: (payload) => (field(payload, 'liked') ? 'on' : 'off'),
    valueInRow: (row) => (field(row, 'liked') ? 'on' : 'off'),
    read: async (dataLayer, titleId) => ((await dataLayer.isCommentLiked(othersCommentId(titleId))) ? 'on' : 'off'),
    async valueOnServer(database, userId, titleId) {
      const ofComment = and(eq(commentLikes.userId, userId), eq(commentLikes.commentId, othersCommentId(titleId)))
      const [row] = await database.select().from(commentLikes).where(ofComment)
      return row?.liked ? 'on' : 'off'
    },
  },
  {
    ...OF_COMMENT,
    names: ['comments.report'],
    table: 'commentReports',
    values: ['spam', 'abuse'],
    off: 'none',
    entity: (titleId) => `comment-report:${titleId}`,
    mutate: (dataLayer, { id: titleId, titleFa: name }, value) =>
      dataLayer.reportComment({ commentId: othersCommentId(titleId), titleId, name, reason: reasonOf(value) }),
    valueIn: (payload) => String(field(payload, 'reason')),
    valueInRow: (row) => String(field(row, 'reason') ?? 'none'),
    read: readReport,
    async valueOnServer(database, userId, titleId) {
      const ofComment = and(eq(commentReports.userId, userId), eq(commentReports.commentId, othersCommentId(titleId)))
      const [row] = await database.select().from(commentReports).where(ofComment)
      return row?.reason ?? 'none'
    },
  },
]

const reasonOf = (value: Value) => (value === 'spam' ? 'spam' : 'abuse')

/** Screens show only that a comment is reported, so the reason is read as the data layer stores it. */
async function readReport(dataLayer: DataLayer, titleId: number): Promise<Value> {
  const { outbox, commentReports: rows } = await dataLayer.personalDatabase()
  const id = othersCommentId(titleId)
  const entries = await outbox.where('entity').equals(`comment-report:${id}`).sortBy('seq')
  const pending = entries.filter(({ status }) => status === 'queued' || status === 'sending').at(-1)
  return String(field(pending?.payload, 'reason') ?? (await rows.get(id))?.reason ?? 'none')
}
