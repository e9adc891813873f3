import type { EntityTable, Table } from 'dexie'
import type { PersonCard } from '#contract/people.ts'
import type { TitleCard } from '#contract/titleCards.ts'
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

/** Data of the device rather than of one user: the session, and every part of the catalogue seen here. */
export class DeviceDatabase extends SuspendableDatabase {
  declare meta: Table<{ key: DeviceMetaKey; value: unknown }, DeviceMetaKey>
  declare titles: EntityTable<CachedTitle, 'key'>
  declare cards: EntityTable<CachedCard, 'id'>
  declare people: EntityTable<CachedPerson, 'id'>
  declare answers: EntityTable<CachedAnswer, 'key'>
  declare searches: EntityTable<{ text: string; at: number }, 'text'>

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
    this.on('blocked', () => setStorageProblem('blocked'))
    this.on('ready', () => clearStorageProblems('blocked'))
  }
}

export const deviceDatabase = new DeviceDatabase()
