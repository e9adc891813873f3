import * as v from 'valibot'
import { PER_PAGE } from '#contract/limits.ts'
import { AskedTitles, titlePackApi } from '#contract/titlePack.ts'
import { titlesApi } from '#contract/titles.ts'
import { cachedRead } from '#server/catalogue/cache/cachedAnswers.ts'
import { comingTitles } from '#server/catalogue/comingTitles.ts'
import { countLikes, countLikesOf } from '#server/catalogue/likes.ts'
import { titleKey } from '#server/catalogue/pictures.ts'
import { similarTitles, titlesOfDirectors } from '#server/catalogue/relatedTitles.ts'
import { refuseTitle, requireTitle } from '#server/catalogue/requireTitle.ts'
import { findTitles } from '#server/catalogue/search/findTitles.ts'
import { slidesOf } from '#server/catalogue/slideshow.ts'
import { readTitlePack } from '#server/catalogue/titlePack.ts'
import { type TitlePage, titlePage } from '#server/catalogue/titlePage.ts'
import { titleViewerState } from '#server/catalogue/titleViewerState.ts'
import { trailerSources } from '#server/catalogue/trailerSources.ts'
import { pageMeta } from '#server/http/pageMeta.ts'
import { parseInput } from '#server/http/parseInput.ts'
import { type Api, serve } from '#server/http/serve.ts'
import type { PictureStore } from '#server/pictures/pictureStore.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Films } from '#server/stream/films.ts'

export function serveTitles(api: Api, pictures: PictureStore, { hasSample }: Films): void {
  const playbackOf = (title: TitlePage) => ({
    ...(hasSample && withSample(title)),
    trailer: title.trailer ?? { sources: hasSample ? trailerSources(title, undefined) : [] },
    screenshots:
      title.screenshots || pictures.stillsOf({ id: title.id, key: titleKey(title), isComing: title.isComing ?? false }),
  })

  serve(api, titlesApi.search, ({ query, queryCatalogue }) =>
    cachedRead(queryCatalogue, `search ${JSON.stringify(query)}`, (catalogue) => findTitles(catalogue, query)),
  )

  serve(api, titlesApi.slideshow, async ({ query, queryCatalogue, clock }) => ({
    data: await queryCatalogue((catalogue) => slidesOf(catalogue, query.type, clock())),
  }))

  serve(api, titlesApi.comingSoon, async ({ query, queryCatalogue, clock }) => {
    const { type, page, per_page: perPage = PER_PAGE } = query
    const piece = { offset: (page - 1) * perPage, limit: perPage }
    const { titles, total } = await queryCatalogue((catalogue) => comingTitles(catalogue, type, piece, clock()))
    return { data: titles, meta: pageMeta({ page, perPage, total }) }
  })

  serve(api, titlesApi.show, async ({ params, query, database, queryCatalogue, viewer }) => {
    const { id } = params
    const title = await cachedRead(queryCatalogue, `title ${id} ${query.dub}`, (catalogue) =>
      titlePage(catalogue, id, query),
    )
    if (!title) return refuseTitle(database, id)
    const [likes, person] = await Promise.all([countLikes(database, id), viewer()])
    return {
      data: {
        ...title,
        ...playbackOf(title),
        likes,
        viewer: person && (await titleViewerState(database, person.id, id)),
      },
    }
  })

  serve(api, titlePackApi.show, ({ query, database, queryCatalogue }) => {
    const { ids } = parseInput(v.object({ ids: AskedTitles }), query)
    const likesOf = (found: number[]) => countLikesOf(database, found)
    return queryCatalogue((catalogue) => readTitlePack(catalogue, ids, { playbackOf, likesOf }))
  })

  serve(api, titlesApi.similar, ({ params: { id }, queryCatalogue }) =>
    cachedRead(queryCatalogue, `similar ${id}`, async (catalogue) => ({
      data: (await similarTitles(catalogue, id)) ?? refuse('not_found'),
    })),
  )

  serve(api, titlesApi.directorTitles, ({ params: { id }, queryCatalogue }) =>
    cachedRead(queryCatalogue, `directors of ${id}`, async (catalogue) => {
      await requireTitle(catalogue, id)
      return { data: await titlesOfDirectors(catalogue, id) }
    }),
  )
}

/** The demo's sample plays as every title and episode without a film of its own. */
function withSample({ seasons }: TitlePage): Pick<TitlePage, 'hasFilm' | 'seasons'> {
  const filled = seasons.map((season) => ({
    ...season,
    episodes: season.episodes.map((episode) => ({ ...episode, hasFilm: true })),
  }))
  return { hasFilm: true, seasons: filled }
}
