import { asc, eq, sql } from 'drizzle-orm'
import type { TitleType } from '#contract/titleCards.ts'
import type { Slide } from '#contract/titles.ts'
import type { Database } from '#server/database/connect.ts'
import { slides, titles } from '#server/database/schema/catalogue.ts'
import { dayInTehran } from '#server/platform/tehranTime.ts'
import { cachedByRevision } from './cache/cachedByRevision.ts'
import { slideColumns, slideOf } from './cards.ts'
import { isListed } from './search/browseTitles.ts'

/** Slides per day, and how many of them are Iranian (every third). */
const SLIDES = 8
const IRANIAN_SLIDES = 3
/** The day's slides are drawn from this many titles per kind with the best ratings. */
const POOL = 40
const RATING_MIN = 7

/** The operator's slides, or else those of a day in Tehran: different every day, the same for all users. */
export function slidesOf(database: Database, type: TitleType | 'all', now: Date): Promise<Slide[]> {
  const day = dayInTehran(now)
  return cachedByRevision(database, `slides ${type} ${day}`, () => chooseSlides(database, type, day))
}

async function chooseSlides(database: Database, type: TitleType | 'all', day: string): Promise<Slide[]> {
  const chosen = await database
    .select(slideColumns)
    .from(titles)
    .innerJoin(slides, eq(slides.titleId, titles.id))
    .where(sql`${isListed} and ${type === 'all' ? sql`true` : sql`type = ${type}`}`)
    .orderBy(asc(slides.place))
  return chosen.length > 0 ? chosen.map(slideOf) : drawSlides(database, type, day)
}

async function drawSlides(database: Database, type: TitleType | 'all', day: string): Promise<Slide[]> {
  const isIranian = sql`'IR' = any(countries)`
  const drawn = sql`(
    select id, row_number() over (partition by iranian order by draw) as turn, iranian from (
      select id, ${isIranian} as iranian, md5(${day} || id) as draw,
        row_number() over (partition by ${isIranian} order by votes desc, id desc) as rank
      from titles
      where ${isListed} and synopsis is not null and rating >= ${RATING_MIN} and ${type === 'all' ? sql`true` : sql`type = ${type}`}
    ) as ranked where rank <= ${POOL}
  ) as drawn`
  const rows = await database
    .select(slideColumns)
    .from(titles)
    .innerJoin(drawn, sql`drawn.id = titles.id`)
    .where(sql`not iranian or turn <= ${IRANIAN_SLIDES}`)
    .orderBy(sql`case when iranian then turn * 3 else turn + (turn - 1) / 2 end`)
    .limit(SLIDES)
  return rows.map(slideOf)
}
