import type { Comment, CommentsViewer } from '#contract/comments.ts'
import { durableWrite } from '#data/database/durableWrite.ts'
import { type PersonalDatabase, personalDatabaseIfSignedIn } from '#data/database/personal.ts'
import type { CommentRow } from '#data/database/rows.ts'

type PageComment = Comment['replies'][number]

/**
 * Stores what the signed-in user wrote, likes and reported on a page of comments. Rows that are newer than the page stay
 * unchanged.
 */
export async function storeCommentsViewer(page: Comment[], viewer: CommentsViewer): Promise<void> {
  const database = await personalDatabaseIfSignedIn()
  if (!database) return
  const all = page.flatMap((comment) => [comment, ...comment.replies])
  const { comments, commentLikes, commentReports } = database
  await durableWrite(database, () =>
    database.transaction('rw', comments, commentLikes, commentReports, async () => {
      await storeOwn(database, all, viewer)
      await storeLikes(database, all, viewer)
      await storeReports(database, all, viewer)
    }),
  )
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
    const row: CommentRow = { ...comment, ...hidden, version, key: before?.key ?? String(comment.id), at: 0 }
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
