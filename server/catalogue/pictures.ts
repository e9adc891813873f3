import type { PictureShape } from '#contract/pictures.ts'
import { factsOf } from '#server/pictures/renderedFile.ts'
import { ART_VERSION } from '#server/pictures/sizes.ts'
import type { PersonSubject, PictureSubject, StillSubject, TitleSubject } from '#server/pictures/subjects.ts'
import { genresOf } from './genres/genres.ts'
import type { StoredPicture } from './storedPictures.ts'

/** Path segments of picture addresses. */
export const PICTURE_FOLDERS = {
  posters: 'poster',
  backdrops: 'backdrop',
  stills: 'still',
  portraits: 'portrait',
} as const satisfies Record<string, PictureShape>
export type PictureFolder = keyof typeof PICTURE_FOLDERS

/**
 * A picture's address as a template; the page chooses `{width}` and `{format}`. It contains the hash of the stored picture,
 * or else of what is drawn, so a changed picture has a new address.
 */
export function pictureTemplate(
  folder: PictureFolder,
  subject: PictureSubject,
  stored?: Pick<StoredPicture, 'hash'> | null,
): string {
  return `/media/${folder}/${subject.key}-${stored?.hash ?? drawingOf(subject)}-{width}.{format}`
}

/**
 * The revision of a drawn picture: the art's version and a short hash of the drawn facts. A corrected title gets a new
 * address, so no device keeps the old lettering.
 */
export function drawingOf(subject: PictureSubject): string {
  const text = JSON.stringify(factsOf(subject))
  // FNV-1a: a short hash suffices to tell one subject's drawings apart, and a list computes a hundred of them.
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return `${ART_VERSION}${(hash >>> 0).toString(36).padStart(7, '0')}`
}

/** The key of a title's pictures: its IMDb id, or `t` and its number. */
export function titleKey({ id, imdb }: { id: number; imdb: string | null }): string {
  return imdb ?? `t${id}`
}

function personKey(id: number): string {
  return `p${id}`
}

/** Columns that a title's pictures depend on. */
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

/** Room for the numbers of a season's episodes in the number of a still. */
const SEASON = 1_000

/** A still's number within its title, which never changes: 1, 2, 3 … or, of an episode, 2012 for season 2, episode 12. */
export function stillNumber({ season, number }: { season: number; number: number }): number {
  return season * SEASON + number
}

/** The season and number of a still. */
export function stillPlace(still: number): { season: number; number: number } {
  return { season: Math.floor(still / SEASON), number: still % SEASON }
}

export function stillSubject(title: PicturedTitle, number: number): StillSubject {
  const of = titleSubject(title)
  return { kind: 'still', key: `${of.key}_${number}`, of }
}

export function personSubject(person: { id: number; fullnameEn: string; fullnameFa: string }): PersonSubject {
  return { kind: 'person', key: personKey(person.id), fullnameEn: person.fullnameEn, fullnameFa: person.fullnameFa }
}
