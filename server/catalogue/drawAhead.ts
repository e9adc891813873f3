import { inArray, sql } from 'drizzle-orm'
import type { PictureName, PictureRequest } from '#server/artwork/pictureSubject.ts'
import type { Studio } from '#server/artwork/studio.ts'
import type { Database } from '#server/database/connect.ts'
import { titles } from '#server/database/schema/catalogue.ts'
import { type PicturedTitle, titleSubject } from './pictures.ts'
import { slidesOf } from './slideshow.ts'

/** So many titles of the first pages, and of the best known ones, are drawn before anybody asks. */
const FIRST_SHOWN = 48
const BEST_KNOWN = 400
/** What phones and desktops choose most; other widths are drawn when they are asked for. */
const POSTER_WIDTHS = [342, 185, 500]
const BACKDROP_WIDTHS = [780, 1280, 480, 1920]

/**
 * Draws what a first visit needs, in the order it shows: the day's slides, the posters of the first pages, then posters of
 * the best known titles. In one format: browsers that take the other are few, and theirs are drawn on demand.
 */
export async function drawAhead(studio: Studio, database: Database, now: Date): Promise<void> {
  const slides = (
    await Promise.all((['all', 'movie', 'series'] as const).map((type) => slidesOf(database, type, now)))
  ).flat()
  const slideTitles = await pictured(database, sql`${inArray(titles.id, [0, ...slides.map((slide) => slide.id)])}`)
  const newest = await pictured(database, sql`true order by first_shown desc, id desc limit ${FIRST_SHOWN}`)
  const known = await pictured(database, sql`true order by votes desc, id desc limit ${BEST_KNOWN}`)
  studio.drawAhead([
    ...requests('backdrop', slideTitles, BACKDROP_WIDTHS),
    ...requests('poster', slideTitles, POSTER_WIDTHS),
    ...requests('poster', newest, POSTER_WIDTHS),
    ...requests('poster', known, POSTER_WIDTHS),
  ])
}

function pictured(database: Database, which: ReturnType<typeof sql>): Promise<PicturedTitle[]> {
  return database
    .select({
      id: titles.id,
      imdb: titles.imdb,
      type: titles.type,
      titleFa: titles.titleFa,
      titleEn: titles.titleEn,
      year: titles.year,
      genreIds: titles.genreIds,
    })
    .from(titles)
    .where(which)
}

function requests(picture: PictureName, list: readonly PicturedTitle[], widths: readonly number[]): PictureRequest[] {
  return widths.flatMap((width) =>
    list.map((title) => ({ picture, subject: titleSubject(title), width, format: 'avif' as const })),
  )
}
