/** Lists of titles are small: what is larger is something else. In bytes. */
export const FILE_MAX = 20_000_000
/** More than anybody has watched. */
export const ROWS_MAX = 20_000

/** What can be wrong with a file that should have been a list. */
export type ListProblem =
  | 'empty'
  | 'large'
  | 'many'
  | 'zip'
  | 'html'
  | 'binary'
  | 'columns'
  | 'quotes'
  /** the device does not give it away, or it has changed since it was chosen */
  | 'unreadable'

/** The file holds no list that anybody could read. `line`: where, from 1. */
export class NoList extends Error {
  constructor(
    readonly problem: ListProblem,
    readonly line?: number,
  ) {
    super(`no list: ${problem}`)
  }
}
