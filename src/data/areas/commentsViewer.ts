import type { Comment, CommentPage, CommentsViewer } from '#contract/comments.ts'
import { durableStore } from '#data/database/durableWrite.ts'
import { type PersonalDatabase, personalDatabaseIfSignedIn } from '#data/database/personal.ts'
import type { CommentRow } from '#data/database/rows.ts'

type PageComment = Comment['replies'][number]

/** The user's comments on a title that the server has acknowledged. Read before a page is requested. */
export async function acknowledgedComments(titleId: number): Promise<CommentRow[]> {
  const database = await personalDatabaseIfSignedIn()
  return database ? database.comments.where({ titleId }).toArray() : []
}

/**
 * Stores what the signed-in user wrote, likes and reported on a page of comments. Rows that are newer than the page stay
 * unchanged. Deletes the `known` comments, acknowledged before the page was requested, that should be on it and are not.
 */
export async function storeViewer(page: CommentPage, known: readonly CommentRow[]): Promise<void> {
  const database = await personalDatabaseIfSignedIn()
  if (!database) return
  const { viewer } = page
  const all = page.data.flatMap((comment) => [comment, ...comment.replies])
  const { comments, commentLikes, commentReports } = database
  await durableStore(database, () =>
    database.transaction('rw', comments, commentLikes, commentReports, async () => {
      await deleteMissing(database, page, known)
      if (!viewer) return
      await storeOwn(database, all, viewer)
      await storeLikes(database, all, viewer)
      await storeReports(database, all, viewer)
    }),
  )
}

/** A moderator or another device has deleted them. One that this device deleted stays, because it can be restored. */
async function deleteMissing(
  { comments }: PersonalDatabase,
  { data, meta, viewer }: CommentPage,
  known: readonly CommentRow[],
) {
  if (meta.currentPage > 1) return
  const listed = new Map(data.map((comment) => [comment.id, new Set(comment.replies.map(({ id }) => id))]))
  const oldest = data.at(-1)?.createdAt
  const isComplete = meta.lastPage <= 1 || oldest === undefined
  const isMissing = ({ id, replyTo, createdAt }: CommentRow) =>
    replyTo === null
      ? !listed.has(id) && (isComplete || Date.parse(createdAt) >= Date.parse(oldest))
      : listed.get(replyTo)?.has(id) === false
  const there = await comments.bulkGet(known.map(({ id }) => id))
  const gone = there.flatMap((row, index) => {
    const isUnchanged = row !== undefined && row.version === known[index]?.version && row.deleted !== true
    // A cache of the server may answer a page that is older than the comment.
    return isUnchanged && !(viewer && row.version > viewer.version) && isMissing(row) ? row.id : []
  })
  await comments.bulkDelete(gone)
}

async function storeOwn({ comments }: PersonalDatabase, all: PageComment[], { own, version }: CommentsViewer) {
  const mine = all.filter(({ id }) => own.includes(id))
  const there = await comments.bulkGet(mine.map(({ id }) => id))
  const newer = mine.flatMap(({ likes: _, replies: __, ...comment }: PageComment & { replies?: unknown }, index) => {
    const before = there[index]
    if (before && before.version >= version) return []
    // The page has no author and text of a deleted comment.
    const hidden =
      comment.deleted && before ? { author: before.author, body: before.body, spoiler: before.spoiler } : {}
    const row: CommentRow = { ...comment, ...hidden, version, key: before?.key ?? String(comment.id) }
    return row
  })
  await comments.bulkPut(newer)
}

/** Comments without a row are not liked, so only likes and earlier likes need one. */
async function storeLikes({ commentLikes }: PersonalDatabase, all: PageComment[], { liked, version }: CommentsViewer) {
  const there = await commentLikes.bulkGet(all.map(({ id }) => id))
  await commentLikes.bulkPut(
    all.flatMap(({ id, titleId, likes }, index) => {
      const before = there[index]
      const isLiked = liked.includes(id)
      if ((!before && !isLiked) || (before && before.version > version)) return []
      return { id, titleId, liked: isLiked, likes, version }
    }),
  )
}

async function storeReports(
  { commentReports }: PersonalDatabase,
  all: PageComment[],
  { reported, version }: CommentsViewer,
) {
  const there = await commentReports.bulkGet(all.map(({ id }) => id))
  await commentReports.bulkPut(
    all.flatMap(({ id, titleId }, index) => {
      const before = there[index]
      const report = reported.find((one) => one.id === id)
      if ((!before && !report) || (before && before.version > version)) return []
      return { id, titleId, reason: report?.reason ?? null, version }
    }),
  )
}
