import type { PictureFormat, PictureShape } from '#contract/pictures.ts'

/** What a picture is drawn from: only facts that never change by themselves, so the same subject always looks the same. */
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

/** One of the pictures out of a title; the key says which. */
export type StillSubject = { key: string; kind: 'still'; of: TitleSubject }

export type PictureSubject = TitleSubject | PersonSubject | StillSubject

/** What pages choose from, and what is shown of a page elsewhere. */
export type DrawnFormat = PictureFormat | 'jpeg'

/** One file: this picture of this subject, this many pixels wide, in this format. */
export type PictureRequest = {
  picture: PictureShape
  subject: PictureSubject
  width: number
  format: DrawnFormat
}
