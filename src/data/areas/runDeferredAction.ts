import { deleteDraft } from '#data/database/drafts.ts'
import { reportComment, setCommentLiked } from './commentReactions.ts'
import { commentDraft, sendComment } from './comments.ts'
import { takeDeferredAction } from './deferredAction.ts'
import { markWatched } from './markWatched.ts'
import { setLiked } from './reactions.ts'
import { setSaved } from './watchlist.ts'

/** Runs the stored action of this tab once. Throws `SignedOut` and `NotStored`. */
export async function runDeferredAction(): Promise<void> {
  const action = takeDeferredAction()
  if (!action) return
  const { titleId, name } = action
  if (action.kind === 'save') return setSaved({ titleId, saved: true, card: action.card })
  if (action.kind === 'watched') return void (await markWatched(action.card, action.parts, true))
  if (action.kind === 'like') return setLiked({ titleId, liked: true, name })
  if (action.kind === 'likeComment') return setCommentLiked({ titleId, commentId: action.commentId, liked: true, name })
  if (action.kind === 'reportComment') {
    return reportComment({ titleId, commentId: action.commentId, reason: action.reason, name })
  }
  const { body, spoiler, replyTo } = action
  await sendComment({ titleId, name, body, spoiler, replyTo })
  deleteDraft(commentDraft(titleId, replyTo))
}
