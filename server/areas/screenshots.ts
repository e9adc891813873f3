import { eq } from 'drizzle-orm'
import { screenshotsApi } from '#contract/screenshots.ts'
import { ID_MAX } from '#server/catalogue/ids.ts'
import { pictureTemplate, stillNumber, stillSubject, titleKey } from '#server/catalogue/pictures.ts'
import { stillsOf } from '#server/catalogue/storedPictures.ts'
import { titles } from '#server/database/schema/catalogue.ts'
import { type Api, serve } from '#server/http/serve.ts'
import type { PictureStore } from '#server/pictures/pictureStore.ts'
import { posterColor } from '#server/pictures/posterColor.ts'
import { refuse } from '#server/platform/refuse.ts'

export function serveScreenshots(api: Api, pictures: PictureStore): void {
  serve(api, screenshotsApi.list, async ({ params, queryCatalogue }) => {
    if (params.id > ID_MAX) refuse('not_found')
    const { title, stored } = await queryCatalogue(async (catalogue) => {
      const [found] = await catalogue.select().from(titles).where(eq(titles.id, params.id))
      return { title: found ?? refuse('not_found'), stored: await stillsOf(catalogue, params.id) }
    })
    const count = stored.length > 0 ? 0 : pictures.stillsOf({ ...title, key: titleKey(title) })
    const shots = [
      ...stored.map((picture) => ({ id: stillNumber(picture), picture })),
      ...Array.from({ length: count }, (_, at) => ({ id: at + 1, picture: undefined })),
    ]
    return {
      data: shots.map(({ id, picture }) => {
        const subject = stillSubject(title, id)
        return {
          id,
          image: pictureTemplate('stills', subject, picture),
          color: picture?.color ?? posterColor(subject),
        }
      }),
    }
  })
}
