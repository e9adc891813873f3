import * as v from 'valibot'
import { User } from './account.ts'
import { OwnComment } from './comments.ts'
import { endpoint } from './endpoint.ts'
import { HistoryItem } from './history.ts'
import { Notification } from './notifications.ts'
import { Request } from './requests.ts'
import { Id, IsoTime, lenient, listOf, one } from './shapes.ts'
import { TitleCard } from './titleCards.ts'
import { WatchlistItem } from './watchlist.ts'

const LikedTitle = v.object({ titleId: Id, title: TitleCard, likedAt: IsoTime })

/** Everything the server stores about one user, for the user to download. */
export const Export = v.object({
  exportedAt: IsoTime,
  user: User,
  watchlist: lenient(listOf(WatchlistItem), []),
  history: lenient(listOf(HistoryItem), []),
  likes: lenient(listOf(LikedTitle), []),
  requests: lenient(listOf(Request), []),
  comments: lenient(listOf(v.object({ ...OwnComment.entries, title: TitleCard })), []),
  notifications: lenient(listOf(Notification), []),
})
export type Export = v.InferOutput<typeof Export>

export const exportApi = {
  all: endpoint('GET', '/api/user/export', { access: 'user', reply: one(Export) }),
}
