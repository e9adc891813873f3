import type { OwnComment } from '#contract/comments.ts'
import type { EpisodeMark, HistoryItem } from '#contract/history.ts'
import type { ImportRow } from '#contract/imports.ts'
import type { Notification, NotificationSettings } from '#contract/notifications.ts'
import type { Request } from '#contract/requests.ts'
import type { TitleCard } from '#contract/titleCards.ts'

/**
 * What the server last said, row by row: the base that waiting changes are laid over. A row without its own fields (no
 * `savedAt`, no `watchedAt`, no `createdAt`) is a tombstone, kept so that no older row revives it.
 */
export interface Versioned {
  /** the server's per-person version of the row */
  version: number
  /**
   * The place in the outbox of the removal that found nothing at the server: that this is gone is what we made of that, under
   * the version that was here. What the server says later counts, at this version as well.
   */
  goneWith?: number
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
/** `key`: of the change that made it here; `at`: when it was acknowledged, ms on the device clock. */
export interface CommentRow extends OwnComment {
  key: string
  at: number
}

/** Where an import goes. */
export type ImportList = 'watchlist' | 'history'

/** What became of a part of an import, kept until the person has read it. What came later is optional. */
export interface ImportReport {
  /** of the change that asked */
  key: string
  /** of the whole file */
  importId: string
  /** the file */
  name?: string
  list?: ImportList
  at: number
  /** how many the part had */
  rows?: number
  saved: number
  missing: ImportRow[]
}

/** Something no schema accepts, set aside as it was found. `from`: the table it was in. */
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

/** What a person wants to be disturbed by, and when: the one row there is. */
export interface SettingsRow extends NotificationSettings {
  key: 'notifications'
}
