import { isPending, type OutboxEntry, wasNeverSent } from '#data/database/outboxEntry.ts'
import { personalDatabaseIfSignedIn } from '#data/database/personal.ts'
import type { CommentLikeRow, CommentReportRow, CommentRow } from '#data/database/rows.ts'
import { CHANGE_LANE, changeComment } from './commentChanges.ts'
import { COMMENT_LIKE_LANE, COMMENT_REPORT_LANE, reportComment, setCommentLiked } from './commentReactions.ts'
import { createComment, type ShownComment } from './comments.ts'

/** The user's own comments, likes and reports on a title. Maps are by comment id. */
export interface OwnComments {
  acknowledged: CommentRow[]
  /** comments that the server has not acknowledged */
  pending: ShownComment[]
  /** pending changes of own comments, oldest first */
  changes: Map<number, OutboxEntry[]>
  /** likes with pending changes applied */
  likes: Map<number, CommentLikeRow & { pending: boolean }>
  /** comments that the user reported */
  reported: Set<number>
}

export const NO_COMMENTS: OwnComments = {
  acknowledged: [],
  pending: [],
  changes: new Map(),
  likes: new Map(),
  reported: new Set(),
}

/** Reads the user's comments on a title, their changes, likes and reports in one transaction. */
export async function ownComments(titleId: number): Promise<OwnComments> {
  const database = await personalDatabaseIfSignedIn()
  if (!database) return NO_COMMENTS
  const { comments, commentLikes, commentReports, outbox } = database
  return database.transaction('r', comments, commentLikes, commentReports, outbox, async () => {
    const acknowledged = await comments.where({ titleId }).toArray()
    const likeRows = await commentLikes.where({ titleId }).toArray()
    const reportRows = await commentReports.where({ titleId }).toArray()
    const lanes = [`comment:${titleId}:`, CHANGE_LANE, COMMENT_LIKE_LANE, COMMENT_REPORT_LANE]
    const entries = (await outbox.where('entity').startsWithAnyOf(lanes).sortBy('seq')).filter(isPending)
    const known = new Set(acknowledged.map(({ key }) => key))
    const pending = entries.flatMap((entry) => {
      // An acknowledged comment that is sent again, to a server that may have lost it, is shown once.
      if (entry.kind !== createComment.kind || known.has(entry.key)) return []
      const [shown] = createComment.applyEntry([], entry)
      return shown ? [{ ...shown, editable: wasNeverSent(entry) }] : []
    })
    return {
      ...{ acknowledged, pending },
      changes: changesIn(entries),
      likes: mergeLikes(likeRows, entries),
      reported: mergeReports(reportRows, entries),
    }
  })
}

function changesIn(entries: OutboxEntry[]): OwnComments['changes'] {
  const changes: OwnComments['changes'] = new Map()
  for (const entry of entries) {
    const id = entry.kind === changeComment.kind ? changeComment.read(entry)?.commentId : undefined
    if (id !== undefined) changes.set(id, [...(changes.get(id) ?? []), entry])
  }
  return changes
}

function mergeLikes(rows: CommentLikeRow[], entries: OutboxEntry[]): OwnComments['likes'] {
  const likes = new Map(rows.map((row) => [row.id, { ...row, pending: false }]))
  for (const entry of entries) {
    const id = entry.kind === setCommentLiked.kind ? setCommentLiked.read(entry)?.commentId : undefined
    const row = id === undefined ? undefined : setCommentLiked.applyEntry(likes.get(id), entry)
    if (row) likes.set(row.id, { ...row, pending: true })
  }
  return likes
}

function mergeReports(rows: CommentReportRow[], entries: OutboxEntry[]): OwnComments['reported'] {
  const pending = entries.flatMap((entry) =>
    entry.kind === reportComment.kind ? (reportComment.read(entry)?.commentId ?? []) : [],
  )
  return new Set([...rows.flatMap(({ id, reason }) => (reason === null ? [] : id)), ...pending])
}
