import { PER_PAGE } from '#contract/limits.ts'
import { titlesApi } from '#contract/titles.ts'
import { keptAnswer } from '#server/catalogue/cache/cachedAnswers.ts'
import { comingTitles } from '#server/catalogue/comingTitles.ts'
import { likesOf } from '#server/catalogue/likes.ts'
import { similarTitles, titlesOfDirectors } from '#server/catalogue/relatedTitles.ts'
import { requireTitle } from '#server/catalogue/requireTitle.ts'
import { findTitles } from '#server/catalogue/search/findTitles.ts'
import { slidesOf } from '#server/catalogue/slideshow.ts'
import { titlePage } from '#server/catalogue/titlePage.ts'
import { viewerOf } from '#server/catalogue/titleViewerState.ts'
import { pageMeta } from '#server/http/pageMeta.ts'
import { type Api, serve } from '#server/http/serve.ts'
import { refuse } from '#server/platform/refuse.ts'

export function serveTitles(api: Api): void {
  serve(api, titlesApi.search, ({ query, database }) =>
    keptAnswer(database, `search ${JSON.stringify(query)}`, () => findTitles(database, query)),
  )

  serve(api, titlesApi.slideshow, async ({ query, database, clock }) => ({
    data: await slidesOf(database, query.type, clock()),
  }))

  serve(api, titlesApi.comingSoon, async ({ query, database, clock }) => {
    const { type, page, per_page: perPage = PER_PAGE } = query
    const piece = { offset: (page - 1) * perPage, limit: perPage }
    const { titles, total } = await comingTitles(database, type, piece, clock())
    return { data: titles, meta: pageMeta({ page, perPage, total }) }
  })

  serve(api, titlesApi.show, async ({ params, query, database, viewer }) => {
    const { id } = params
    const title = await keptAnswer(database, `title ${id} ${query.dub}`, () => titlePage(database, id, query))
    if (!title) refuse('not_found')
    const [likes, person] = await Promise.all([likesOf(database, id), viewer()])
    return { data: { ...title, likes, viewer: person && (await viewerOf(database, person.id, id)) } }
  })

  serve(api, titlesApi.similar, ({ params: { id }, database }) =>
    keptAnswer(database, `similar ${id}`, async () => ({
      data: (await similarTitles(database, id)) ?? refuse('not_found'),
    })),
  )

  serve(api, titlesApi.directorTitles, ({ params: { id }, database }) =>
    keptAnswer(database, `directors of ${id}`, async () => {
      await requireTitle(database, id)
      return { data: await titlesOfDirectors(database, id) }
    }),
  )
}
