import { inArray, type SQL, sql } from 'drizzle-orm'
import type { TitleType } from '#contract/titleCards.ts'
import type { Database } from '#server/database/connect.ts'
import { titles } from '#server/database/schema/catalogue.ts'
import type { PictureStore } from '#server/pictures/pictureStore.ts'
import type { PictureRequest } from '#server/pictures/subjects.ts'
import { type PicturedTitle, titleSubject } from './pictures.ts'
import { isListed } from './search/browseTitles.ts'
import { slidesOf } from './slideshow.ts'
import { type TitlePictures, titlePictures } from './storedPictures.ts'

/** Numbers of titles whose pictures are rendered at the start: newest and best known. Takes a minute or two. */
const FIRST_SHOWN = 48
const BEST_KNOWN = 120
/** The widths that phones and desktops request most; others are rendered on request. */
const POSTER_WIDTHS = [342, 185]
const BACKDROP_WIDTHS = [780, 1280, 480, 1920]

/**
 * Renders the pictures of a first visit in the order of their appearance: today's slides, the posters of the first
 * pages, the slides of films and series, the best-known titles. Only AVIF: browsers without it are few.
 */
export async function renderAhead(pictures: PictureStore, database: Database, now: Date): Promise<void> {
  const [home, films, series] = await Promise.all(
    (['all', 'movie', 'series'] as const).map((type) => slideTitles(database, type, now)),
  )
  const newest = await pictured(database, sql`${isListed} order by first_shown desc, id desc limit ${FIRST_SHOWN}`)
  const known = await pictured(database, sql`${isListed} order by votes desc, id desc limit ${BEST_KNOWN}`)
  pictures.renderAhead([
    ...requests('backdrop', home ?? [], BACKDROP_WIDTHS),
    ...requests('poster', [...(home ?? []), ...newest], POSTER_WIDTHS),
    ...requests('backdrop', [...(films ?? []), ...(series ?? [])], BACKDROP_WIDTHS),
    ...requests('poster', known, POSTER_WIDTHS),
  ])
}

/** A title with its stored pictures. */
interface ShownTitle extends PicturedTitle {
  pictures: TitlePictures
}

async function slideTitles(database: Database, type: TitleType | 'all', now: Date): Promise<ShownTitle[]> {
  const slides = await slidesOf(database, type, now)
  return slides.length === 0
    ? []
    : pictured(
        database,
        inArray(
          titles.id,
          slides.map((slide) => slide.id),
        ),
      )
}

function pictured(database: Database, which: SQL): Promise<ShownTitle[]> {
  return database
    .select({
      id: titles.id,
      imdb: titles.imdb,
      type: titles.type,
      titleFa: titles.titleFa,
      titleEn: titles.titleEn,
      year: titles.year,
      genreIds: titles.genreIds,
      pictures: titlePictures,
    })
    .from(titles)
    .where(which)
}

function requests(
  picture: 'poster' | 'backdrop',
  list: readonly ShownTitle[],
  widths: readonly number[],
): PictureRequest[] {
  return widths.flatMap((width) =>
    list.map((title) => {
      const stored = title.pictures?.[picture]?.hash
      return { picture, subject: titleSubject(title), width, format: 'avif' as const, stored }
    }),
  )
}
