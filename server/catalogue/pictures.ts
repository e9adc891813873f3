import type { PictureShape } from '#contract/pictures.ts'
import type { PersonSubject, TitleSubject } from '#server/artwork/pictureSubject.ts'
import { ART_VERSION } from '#server/artwork/widths.ts'
import { genresOf } from './genres.ts'

/** The folders of the pictures' addresses. */
export const PICTURE_FOLDERS = {
  posters: 'poster',
  backdrops: 'backdrop',
  portraits: 'portrait',
} as const satisfies Record<string, PictureShape>
export type PictureFolder = keyof typeof PICTURE_FOLDERS

/** Address of a picture as a template: `{width}` and `{format}` are chosen by the page. */
export function pictureTemplate(folder: PictureFolder, key: string): string {
  return `/media/${folder}/${key}-${ART_VERSION}-{width}.{format}`
}

/** What a title's pictures are called: its IMDb id, or its number where it has none. */
export function titleKey({ id, imdb }: { id: number; imdb: string | null }): string {
  return imdb ?? `t${id}`
}

export function personKey(id: number): string {
  return `p${id}`
}

/** The columns a title's pictures are drawn from. */
export interface PicturedTitle {
  id: number
  imdb: string | null
  type: TitleSubject['type']
  titleFa: string
  titleEn: string
  year: number
  genreIds: number[]
}

export function titleSubject(title: PicturedTitle): TitleSubject {
  return {
    kind: 'title',
    key: titleKey(title),
    titleFa: title.titleFa,
    titleEn: title.titleEn,
    year: title.year,
    genres: genresOf(title.genreIds).map((genre) => genre.key),
    type: title.type,
  }
}

export function personSubject(person: { id: number; fullnameEn: string; fullnameFa: string }): PersonSubject {
  return { kind: 'person', key: personKey(person.id), fullnameEn: person.fullnameEn, fullnameFa: person.fullnameFa }
}
