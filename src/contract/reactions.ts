import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { Id, IdText, lenient, Version } from './shapes.ts'
import { acknowledged, DeltaQuery, deltaOrPage } from './sync.ts'

export const Like = v.object({
  titleId: Id,
  liked: v.boolean(),
  /** number of likes of the title now */
  likes: lenient(v.number(), 0),
  version: Version,
})
export type Like = v.InferOutput<typeof Like>

/** A title that the user no longer likes: the tombstone of a delta. */
const LikeTombstone = v.object({ titleId: Id, deleted: v.literal(true), version: Version })

/** Desired state; without it the call toggles. */
const SetLiked = v.object({ liked: v.optional(v.boolean()) })

export const reactionsApi = {
  /** The titles that the user likes, last liked first; with `since` the changes after that cursor. */
  list: endpoint('GET', '/api/user/likes', {
    access: 'user',
    query: DeltaQuery,
    reply: deltaOrPage(v.union([LikeTombstone, Like])),
  }),
  /** Sets whether the user likes a title. */
  like: endpoint('POST', '/api/user/like/:id', {
    access: 'user',
    queued: true,
    params: v.object({ id: IdText }),
    body: SetLiked,
    reply: acknowledged(Like),
  }),
}
