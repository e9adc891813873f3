import * as v from 'valibot'
import { User } from './account.ts'
import { ReportReason } from './commentReactions.ts'
import { OwnComment } from './comments.ts'
import { endpoint } from './endpoint.ts'
import { HistoryItem } from './history.ts'
import { Notification } from './notifications.ts'
import { Passkey } from './passkeys.ts'
import { PastOrder } from './premium.ts'
import { Request } from './requests.ts'
import { Id, IsoTime, lenient, listOf, one } from './shapes.ts'
import { TitleCard } from './titleCards.ts'
import { WatchlistItem } from './watchlist.ts'

const LikedTitle = v.object({ titleId: Id, title: TitleCard, likedAt: IsoTime })

/** A comment of another user. */
const ofComment = { commentId: Id, titleId: Id }

/** Everything the server stores about one user, for the user to download. */
export const Export = v.object({
  exportedAt: IsoTime,
  user: User,
  watchlist: lenient(listOf(WatchlistItem), []),
  history: lenient(listOf(HistoryItem), []),
  likes: lenient(listOf(LikedTitle), []),
  requests: lenient(listOf(Request), []),
  /** with deleted ones, whose text is erased after 30 days */
  comments: lenient(listOf(v.object({ ...OwnComment.entries, title: TitleCard })), []),
  commentLikes: lenient(listOf(v.object({ ...ofComment, likedAt: IsoTime })), []),
  commentReports: lenient(listOf(v.object({ ...ofComment, reason: ReportReason, reportedAt: IsoTime })), []),
  notifications: lenient(listOf(Notification), []),
  /** without their keys, which stay on the user's devices */
  passkeys: lenient(listOf(Passkey), []),
  orders: lenient(listOf(PastOrder), []),
})
export type Export = v.InferOutput<typeof Export>

export const exportApi = {
  /** Everything stored about the user. */
  all: endpoint('GET', '/api/user/export', { access: 'user', reply: one(Export) }),
}
