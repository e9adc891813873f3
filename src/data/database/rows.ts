import type { ReportReason } from '#contract/commentReactions.ts'
import type { OwnComment } from '#contract/comments.ts'
import type { EpisodeMark, HistoryItem } from '#contract/history.ts'
import type { ImportRow } from '#contract/imports.ts'
import type { Notification, NotificationSettings } from '#contract/notifications.ts'
import type { Request } from '#contract/requests.ts'
import type { TitleCard } from '#contract/titleCards.ts'

/**
 * Base rows, as the server last sent them. A row without its own fields (no `savedAt`, `watchedAt` or `createdAt`) is a
 * tombstone, which stops older rows from reviving it.
 */
export interface Versioned {
  /** The server's version of the row, per user. */
  version: number
  /**
   * `seq` of a removal that the server answered with "not found". The tombstone keeps the version of the removed row,
   * so a later answer of the server counts even at the same version.
   */
  goneWith?: number
  /** A change that the server has no call for: no pull deletes the row, and a newer row of the server replaces it. */
  isLocal?: boolean
}

export interface WatchlistRow extends Versioned {
  titleId: number
  savedAt?: string
  title?: TitleCard
}
export interface LikeRow extends Versioned {
  titleId: number
  liked: boolean
  likes?: number
}
export interface HistoryRow extends Versioned, Partial<Omit<HistoryItem, 'titleId' | 'version' | 'episodes'>> {
  titleId: number
  episodes: EpisodeMark[]
}
export interface NotificationRow extends Versioned, Partial<Omit<Notification, 'id' | 'version'>> {
  id: string
}
export interface RequestRow extends Versioned, Partial<Omit<Request, 'id' | 'version'>> {
  id: number
}
/**
 * An own comment. `key`: of the entry that created it; the comment's id if the row is from a page. Rows of older versions
 * lack newer fields.
 */
export interface CommentRow
  extends Omit<OwnComment, 'editedAt' | 'deleted'>,
    Partial<Pick<OwnComment, 'editedAt' | 'deleted'>> {
  key: string
}
export interface CommentLikeRow extends Versioned {
  /** of the comment */
  id: number
  titleId: number
  liked: boolean
  likes?: number
}
export interface CommentReportRow extends Versioned {
  /** of the comment */
  id: number
  titleId: number
  /** null: not reported */
  reason: ReportReason | null
}

/** Target list of an import. */
export type ImportList = 'watchlist' | 'history'

/** Result of one part of an import, stored until the user has read it. Newer fields are optional. */
export interface ImportReport {
  /** Key of the outbox entry. */
  key: string
  /** Shared by all parts of one file. */
  importId: string
  /** File name. */
  name?: string
  list?: ImportList
  at: number
  /** Number of rows in the part. */
  rows?: number
  saved: number
  missing: ImportRow[]
}

/** A row that no schema accepts, unchanged. `from`: its table. */
export interface QuarantinedRow {
  id: number
  at: number
  from: string
  why: string
  raw: unknown
}
export interface JournalEvent {
  id: number
  at: number
  event: string
  detail: string
}

/** The user's notification settings; one row. */
export interface SettingsRow extends NotificationSettings {
  key: 'notifications'
}
