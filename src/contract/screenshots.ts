import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { Id, IdText, lenient, many } from './shapes.ts'

/** One screenshot of a title, in the shape `still`. */
export const Screenshot = v.object({
  /** 1, 2, 3 … within the title, or season × 1000 + number for the still of an episode; never changes */
  id: Id,
  /** template with `{width}` and `{format}`, as a poster's */
  image: v.string(),
  /** `#rrggbb`, shown until the picture has loaded */
  color: lenient(v.nullable(v.pipe(v.string(), v.hexColor())), null),
})
export type Screenshot = v.InferOutput<typeof Screenshot>

export const screenshotsApi = {
  /** Returns `Title.screenshots` pictures. */
  list: endpoint('GET', '/api/titles/:id/screenshots', {
    access: 'user',
    params: v.object({ id: IdText }),
    reply: many(Screenshot),
  }),
}
