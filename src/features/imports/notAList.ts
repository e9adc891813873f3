import type { WatchedRow } from '#contract/imports.ts'

/** Maximum file size in bytes; larger files are not lists of titles. */
export const FILE_MAX = 20_000_000
/** Maximum rows of a list. */
export const ROWS_MAX = 20_000

/** A list exported from another service. */
export interface ReadList {
  rows: WatchedRow[]
  /** the list appears to be a watch history */
  isWatched: boolean
  /** rows that name no title */
  skipped: number
}

/** Why a file is not a valid list. */
export type ListProblem =
  | 'empty'
  | 'large'
  | 'many'
  | 'zip'
  | 'html'
  | 'binary'
  | 'columns'
  | 'quotes'
  /** JSON, but no list of Trakt */
  | 'json'
  /** the browser cannot read the file, or it changed since it was chosen */
  | 'unreadable'

/** Thrown when a file contains no readable list. `line`: line of the error, from 1. */
export class InvalidList extends Error {
  constructor(
    readonly problem: ListProblem,
    readonly line?: number,
  ) {
    super(`no list: ${problem}`)
  }
}
