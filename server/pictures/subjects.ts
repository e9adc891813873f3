import type { PictureFormat, PictureShape } from '#contract/pictures.ts'

/** The facts that a picture depends on: they never change by themselves, so a subject always looks the same. */
export type TitleSubject = {
  key: string
  kind: 'title'
  titleFa: string
  titleEn: string
  year: number
  genres: readonly string[]
  type: 'movie' | 'series'
}

export type PersonSubject = { key: string; kind: 'person'; fullnameEn: string; fullnameFa: string }

/** One of a title's stills; the key contains its number. */
export type StillSubject = { key: string; kind: 'still'; of: TitleSubject }

export type PictureSubject = TitleSubject | PersonSubject | StillSubject

/** Formats for pages, and for link previews. */
export type RenderedFormat = PictureFormat | 'jpeg'

/** One picture file: shape, subject, width and format. */
export type PictureRequest = {
  picture: PictureShape
  subject: PictureSubject
  width: number
  format: RenderedFormat
  /** hash of the operator's stored picture; without it a file named by key or a drawing is shown */
  stored?: string | undefined
}
