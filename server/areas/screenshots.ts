import { eq } from 'drizzle-orm'
import { screenshotsApi } from '#contract/screenshots.ts'
import { ID_MAX } from '#server/catalogue/ids.ts'
import { pictureTemplate, stillSubject, titleKey } from '#server/catalogue/pictures.ts'
import { titles } from '#server/database/schema/catalogue.ts'
import { type Api, serve } from '#server/http/serve.ts'
import type { PictureStore } from '#server/pictures/pictureStore.ts'
import { posterColor } from '#server/pictures/posterColor.ts'
import { refuse } from '#server/platform/refuse.ts'

export function serveScreenshots(api: Api, pictures: PictureStore): void {
  serve(api, screenshotsApi.list, async ({ params, database }) => {
    if (params.id > ID_MAX) refuse('not_found')
    const [title] = await database.select().from(titles).where(eq(titles.id, params.id))
    if (!title) return refuse('not_found')
    const numbers = Array.from({ length: pictures.stillsOf({ ...title, key: titleKey(title) }) }, (_, at) => at + 1)
    return {
      data: numbers.map((id) => {
        const subject = stillSubject(title, id)
        return { id, image: pictureTemplate('stills', subject), color: posterColor(subject) }
      }),
    }
  })
}
