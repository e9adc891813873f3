import type { ReactNode } from 'react'
import type { ShownComment } from '#data/areas/comments.ts'
import { useComments } from '#data/react/titleHooks.ts'
import { useHistoryFlag } from '#parts/navigation/useHistoryState.ts'
import { appText } from '#text/app.ts'
import { commentText } from '#text/comments.ts'
import { Button } from '#ui/controls/Button.tsx'
import { RequestId } from '#ui/feedback/RequestId.tsx'
import { CommentSkeleton } from './CommentSkeleton.tsx'
import styles from './Comments.module.css'

const NONE: ReadonlySet<number> = new Set()

/**
 * A page of comments and, on request, the following pages. `shownAbove`: ids already shown, because new comments push older
 * ones onto the next page.
 */
export function CommentList({
  titleId,
  page = 1,
  shownAbove = NONE,
  excluded,
  children,
}: {
  titleId: number
  page?: number
  shownAbove?: ReadonlySet<number>
  /** Keys of comments shown elsewhere. */
  excluded: ReadonlySet<string>
  children: (comment: ShownComment) => ReactNode
}) {
  const view = useComments(titleId, page)
  const [showsNext, setShowsNext] = useHistoryFlag(`comments after ${page}`)
  if (view.state === 'loading') return <CommentSkeleton />
  if (view.state !== 'ready')
    return (
      <div className={styles.failed} role="status">
        <p>{view.state === 'failed' ? (view.message ?? appText.failed) : commentText.unseen}</p>
        {view.state === 'failed' && <RequestId id={view.requestId} />}
        {view.state !== 'missing' && <Button onClick={view.retry}>{appText.retry}</Button>}
      </div>
    )
  const { items, meta } = view.data
  if (items.length === 0 && page === 1) return <p className={styles.note}>{commentText.none}</p>
  const comments = items.filter(({ id, key }) => !excluded.has(key) && (id === undefined || !shownAbove.has(id)))
  const hasMore = meta !== undefined && meta.currentPage < meta.lastPage
  const shownHere = items.flatMap(({ id }) => (id === undefined ? [] : [id]))
  return (
    <>
      <ul className={styles.list} aria-label={page === 1 ? commentText.title : commentText.page(page)}>
        {comments.map((comment) => (
          <li key={comment.key} className={styles.item}>
            {children(comment)}
          </li>
        ))}
      </ul>
      {hasMore && !showsNext && <Button onClick={() => setShowsNext(true)}>{commentText.more}</Button>}
      {hasMore && showsNext && (
        <CommentList
          titleId={titleId}
          page={page + 1}
          shownAbove={new Set([...shownAbove, ...shownHere])}
          excluded={excluded}
        >
          {children}
        </CommentList>
      )}
    </>
  )
}
