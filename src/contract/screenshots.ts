import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { Id, IdText, lenient, many } from './shapes.ts'

/** One picture out of a title: shape `still`. */
export const Screenshot = v.object({
  /** 1, 2, 3 … within the title: stays the same */
  id: Id,
  /** template with `{width}` and `{format}`, as a poster's */
  image: v.string(),
  /** `#rrggbb`, painted until the picture is there */
  color: lenient(v.nullable(v.pipe(v.string(), v.hexColor())), null),
})
export type Screenshot = v.InferOutput<typeof Screenshot>

export const screenshotsApi = {
  /** As many as `Title.screenshots` says. */
  list: endpoint('GET', '/api/titles/:id/screenshots', {
    access: 'user',
    params: v.object({ id: IdText }),
    reply: many(Screenshot),
  }),
}
