import type { TitleCard } from '#contract/titleCards.ts'
import type { DataExport } from '#data/areas/dataExport.ts'

export const LISTS = ['watchlist', 'history', 'likes', 'requests', 'comments', 'notifications'] as const
export type List = (typeof LISTS)[number]

type Cell = string | number | boolean | null
export interface ListTable {
  fields: string[]
  rows: Cell[][]
}

/** Column names that our own import recognises and that spreadsheets of any locale can read. */
const TITLE_FIELDS = ['imdb', 'title', 'title_fa', 'year', 'type']
const titleCells = ({ imdb, titleEn, titleFa, year, type }: TitleCard): Cell[] => [
  imdb,
  titleEn || titleFa,
  titleFa,
  year ?? null,
  type,
]

/** One exported list as a table. */
export function tableOf(list: List, from: DataExport): ListTable {
  switch (list) {
    case 'watchlist':
      return table([...TITLE_FIELDS, 'saved_at'], from.watchlist, ({ title, savedAt }) => [
        ...titleCells(title),
        savedAt,
      ])
    case 'history':
      return table(
        [...TITLE_FIELDS, 'watched_at', 'position_seconds', 'duration_seconds', 'episodes'],
        from.history,
        ({ title, watchedAt, position, duration, episodes }) => [
          ...titleCells(title),
          ...[watchedAt, position, duration, episodes.length],
        ],
      )
    case 'likes':
      return table([...TITLE_FIELDS, 'liked_at'], from.likes, ({ title, likedAt }) => [...titleCells(title), likedAt])
    case 'requests':
      return table(
        ['name', 'type', 'year', 'imdb', 'status', 'note', 'reply', 'created_at'],
        from.requests,
        ({ name, type, year, imdb, status, note, reply, createdAt }) => [
          ...[name, type, year, imdb, status],
          ...[note, reply, createdAt],
        ],
      )
    case 'comments':
      return table(
        [...TITLE_FIELDS, 'comment', 'spoiler', 'created_at', 'edited_at', 'deleted'],
        from.comments,
        ({ title, body, spoiler, createdAt, editedAt, deleted }) => [
          ...titleCells(title),
          ...[body, spoiler, createdAt, editedAt, deleted],
        ],
      )
    case 'notifications':
      return table(
        ['title', 'body', 'kind', 'path', 'created_at', 'read_at'],
        from.notifications,
        ({ title, body, kind, path, createdAt, readAt }) => [title, body, kind, path, createdAt, readAt],
      )
  }
}

function table<Row>(fields: string[], rows: readonly Row[], cells: (row: Row) => Cell[]): ListTable {
  return { fields, rows: rows.map(cells) }
}
