import type { PersonCard } from '#contract/people.ts'
import type { TitleCard } from '#contract/titleCards.ts'
import type { Slide } from '#contract/titles.ts'
import { people, titles } from '#server/database/schema/catalogue.ts'
import { posterColor } from '#server/pictures/posterColor.ts'
import { genresOf } from './genres/genres.ts'
import { slugOf } from './ids.ts'
import { personSubject, pictureTemplate, titleSubject } from './pictures.ts'
import { personPicture, type StoredPicture, type TitlePictures, titlePictures } from './storedPictures.ts'

/** Columns of a title card. */
export const cardColumns = {
  id: titles.id,
  imdb: titles.imdb,
  type: titles.type,
  titleEn: titles.titleEn,
  titleFa: titles.titleFa,
  otherNames: titles.otherNames,
  year: titles.year,
  genreIds: titles.genreIds,
  rating: titles.rating,
  votes: titles.votes,
  tomatoMeter: titles.tomatoMeter,
  tomatoStatus: titles.tomatoStatus,
  isDubbed: titles.isDubbed,
  hasSubtitle: titles.hasSubtitle,
  isComing: titles.isComing,
  access: titles.access,
  updatedAt: titles.updatedAt,
  pictures: titlePictures,
}

/** Columns of a slide of the home. */
export const slideColumns = { ...cardColumns, synopsis: titles.synopsis, runtime: titles.runtime }

type TitleRow = typeof titles.$inferSelect
export interface CardRow extends Pick<TitleRow, Exclude<keyof typeof cardColumns, 'pictures'>> {
  pictures: TitlePictures
}
export type SlideRow = CardRow & Pick<TitleRow, Exclude<keyof typeof slideColumns, keyof typeof cardColumns>>

export function cardOf(row: CardRow): TitleCard {
  const { access, genreIds, tomatoMeter, tomatoStatus, ...plain } = row
  const subject = titleSubject(row)
  return {
    id: plain.id,
    path: pathOfTitle(plain),
    imdb: plain.imdb,
    type: plain.type,
    poster: pictureTemplate('posters', subject, plain.pictures?.poster),
    posterColor: plain.pictures?.poster?.color ?? posterColor(subject),
    titleEn: plain.titleEn,
    titleFa: plain.titleFa,
    ...(plain.otherNames.length > 0 && { otherNames: plain.otherNames }),
    year: plain.year,
    genres: genresOf(genreIds).map(({ id, titleFa }) => ({ id, titleFa })),
    rating: plain.rating,
    votes: plain.votes,
    rottenTomatoes:
      tomatoMeter === null || tomatoStatus === null ? null : { rtMeter: tomatoMeter, rtStatus: tomatoStatus },
    isDubbed: plain.isDubbed,
    hasSubtitle: plain.hasSubtitle,
    ...(plain.isComing && { isComing: true }),
    ...(access === 'premium' && { isPremium: true }),
    updatedAt: plain.updatedAt.toISOString(),
  }
}

export function slideOf(row: SlideRow): Slide {
  return {
    ...cardOf(row),
    backdrop: backdropOf(row),
    synopsis: row.synopsis,
    runtime: row.runtime,
  }
}

/** The backdrop's address as a template. */
export function backdropOf(row: CardRow): string {
  return pictureTemplate('backdrops', titleSubject(row), row.pictures?.backdrop)
}

export const personColumns = {
  id: people.id,
  fullnameEn: people.fullnameEn,
  fullnameFa: people.fullnameFa,
  job: people.job,
  bestStarred: people.bestStarred,
  bestDirected: people.bestDirected,
  popularity: people.popularity,
  picture: personPicture,
}

export interface PersonRow extends Pick<typeof people.$inferSelect, Exclude<keyof typeof personColumns, 'picture'>> {
  picture: StoredPicture | null
}

export function pathOfTitle({ id, titleEn }: { id: number; titleEn: string }): string {
  return `/titles/${id}/${slugOf(titleEn)}`
}

export function pathOfPerson({ id, fullnameEn }: { id: number; fullnameEn: string }, role: PersonCard['job']): string {
  return `/people/${role}/${id}/${slugOf(fullnameEn)}`
}

/** A person's card in a role, by default the role they are best known for. */
export function personCardOf(row: PersonRow, role: PersonCard['job'] = row.job): PersonCard {
  return {
    id: row.id,
    path: pathOfPerson(row, role),
    image: pictureTemplate('portraits', personSubject(row), row.picture),
    fullnameEn: row.fullnameEn,
    fullnameFa: row.fullnameFa,
    job: role,
    bestStarred: row.bestStarred,
    bestDirected: row.bestDirected,
    popularity: row.popularity,
  }
}
