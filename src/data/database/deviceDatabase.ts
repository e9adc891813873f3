import type { EntityTable, Table } from 'dexie'
import type { PersonCard } from '#contract/people.ts'
import type { TitleCard } from '#contract/titleCards.ts'
import type { PackedCollection } from '#contract/titlePack.ts'
import type { Title } from '#contract/titles.ts'
import type { DatabaseName, DeviceMetaKey } from '#data/platform/inventory.ts'
import { clearStorageProblems, setStorageProblem } from './storageHealth.ts'
import { SuspendableDatabase } from './suspendableDatabase.ts'

/** A cached API answer. `key` is the query key as JSON; `data` is parsed by the contract again before use. */
interface CachedAnswer {
  key: string
  data: unknown
  at: number
}
interface CachedTitle {
  key: string
  id: number
  title: Title
  at: number
}
interface CachedCard {
  id: number
  card: TitleCard
  at: number
}
interface CachedPerson {
  id: number
  person: PersonCard
  at: number
}

/** A packed page. `people`, `genres` and `collection` are indexes for the screens that a page links to. */
export interface PackPage {
  id: number
  title: Title
  /** ids of cards in `packCards` */
  similar: number[]
  byDirectors: number[]
  people: number[]
  genres: number[]
  /** 0: none */
  collection: number
  /** when the server sent it, ms on the device clock */
  at: number
}

/** Progress of one title of the pack, small enough that all of them can be read. */
export interface PackState {
  id: number
  /** Version of the stored page. Empty: there is no page, because the server did not send a readable one. */
  version: string
  /** When the server last confirmed the version, or failed to; ms on the device clock. */
  checkedAt: number
  /** 0: no page; 1: page without pictures; 2: page and pictures. An index. */
  ready: 0 | 1 | 2
  /** Addresses of the stored pictures. */
  pictures: string[]
  /** Cards that the page shows. */
  cards: number[]
  /** 0: none */
  collection: number
  /** Estimated size of page and pictures. */
  bytes: number
  /** Days on which it, or an episode of it, comes out (`releaseDays`). An index. Undefined: an earlier version stored the page. */
  releases?: string[]
}

/** Data of the device rather than of one user: the session, and every part of the catalogue seen here. */
export class DeviceDatabase extends SuspendableDatabase {
  declare meta: Table<{ key: DeviceMetaKey; value: unknown }, DeviceMetaKey>
  declare titles: EntityTable<CachedTitle, 'key'>
  declare cards: EntityTable<CachedCard, 'id'>
  declare people: EntityTable<CachedPerson, 'id'>
  declare answers: EntityTable<CachedAnswer, 'key'>
  declare searches: EntityTable<{ text: string; at: number }, 'text'>
  declare packStates: EntityTable<PackState, 'id'>
  declare packPages: EntityTable<PackPage, 'id'>
  declare packCards: EntityTable<{ id: number; card: TitleCard }, 'id'>
  declare packCollections: EntityTable<PackedCollection, 'id'>

  constructor() {
    super('parde-device' satisfies DatabaseName)
    this.version(1).stores({
      meta: 'key',
      titles: 'key, id, at',
      cards: 'id, at',
      people: 'id, at',
      answers: 'key, at',
      searches: 'text, at',
    })
    // Imported lists identify titles by IMDb id.
    this.version(2).stores({ cards: 'id, at, card.imdb' })
    this.version(3).stores({
      packStates: 'id, ready',
      packPages: 'id, *people, *genres, collection',
      packCards: 'id',
      packCollections: 'id',
    })
    this.version(4).stores({ packStates: 'id, ready, *releases' })
    this.on('blocked', () => setStorageProblem('blocked'))
    this.on('ready', () => clearStorageProblems('blocked'))
  }
}

export const deviceDatabase = new DeviceDatabase()
