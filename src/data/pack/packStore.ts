import * as v from 'valibot'
import { TitleCard } from '#contract/titleCards.ts'
import type { PackedTitle, TitlePack } from '#contract/titlePack.ts'
import { Title } from '#contract/titles.ts'
import { updateListedCards } from '#data/areas/listedCards.ts'
import { parseValid } from '#data/areas/parseValid.ts'
import { releaseDays } from '#data/areas/releases.ts'
import { device } from '#data/database/device.ts'
import type { DeviceDatabase, PackPage, PackState } from '#data/database/deviceDatabase.ts'
import { putInChunks } from '#data/database/putInChunks.ts'
import { readSession, SignedOut } from '#data/database/session.ts'
import { PACK_CACHE } from '#data/platform/cacheNames.ts'
import { clock } from '#data/platform/clock.ts'

/**
 * Titles per transaction: a page that waits for the database waits for one of these at most. Dexie reports a write of at
 * least 50 rows to live queries as one range. It reports a smaller write with each key of each index, and every live query
 * of every tab merges these thousands of keys.
 */
export const TITLES_PER_WRITE = 50

/**
 * Runs a write of the pack in one transaction, only while this user is signed in: sign-out deletes the pack, and a
 * running pass must not write it again. Throws `SignedOut`.
 */
async function writePack<Result>(
  userId: number,
  write: (database: DeviceDatabase) => Promise<Result>,
): Promise<Result> {
  const database = await device()
  const { packStates, packPages, packCards, packCollections, cards, meta } = database
  return database.transaction('rw', [packStates, packPages, packCards, packCollections, cards, meta], async () => {
    if ((await readSession())?.user.id !== userId) throw new SignedOut()
    return write(database)
  })
}

/** Stores an answer, a few titles at a time. `asked`: titles that the answer should name. */
export async function storePages(userId: number, asked: readonly number[], pack: TitlePack): Promise<void> {
  const pages = new Map(pack.data.map((page) => [page.id, page]))
  const cardById = new Map(
    [...pack.cards, ...pack.data.map(({ title }) => v.parse(TitleCard, title))].map((card) => [card.id, card]),
  )
  const collections = new Map(pack.collections.map((one) => [one.id, one]))
  for (let at = 0; at < asked.length; at += TITLES_PER_WRITE) {
    const part = asked.slice(at, at + TITLES_PER_WRITE)
    const own = part.flatMap((id) => (pages.has(id) ? (cardById.get(id) ?? []) : []))
    await writePack(userId, async (database) => {
      const before = new Map(
        (await database.packStates.bulkGet([...part])).flatMap((row) => (row ? [[row.id, row]] : [])),
      )
      const now = clock.now()
      const states: PackState[] = []
      const rows: PackPage[] = []
      const cardIds = new Set<number>()
      for (const id of part) {
        const page = pages.get(id)
        const known = before.get(id)
        // An unchanged title, or one that the answer leaves out or that cannot be read, keeps the page that it had.
        if (!page) states.push({ ...(known ?? emptyState(id)), checkedAt: now })
        else {
          const of = collections.get(page.title.collection?.id ?? 0)
          const state = stateOf(page, known, of?.titles ?? [], now)
          states.push(state)
          for (const card of state.cards) cardIds.add(card)
          rows.push(rowOf(page, now))
          if (of) await database.packCollections.put(of)
        }
      }
      const shown = [...cardIds].flatMap((id) => cardById.get(id) ?? [])
      await database.packPages.bulkPut(rows)
      await database.packCards.bulkPut(shown.map((card) => ({ id: card.id, card })))
      await putInChunks(
        database.cards,
        own.map((card) => ({ id: card.id, card, at: now })),
      )
      await database.packStates.bulkPut(states)
    })
    await updateListedCards(own)
  }
}

function emptyState(id: number): PackState {
  return { id, version: '', checkedAt: 0, ready: 0, pictures: [], cards: [], collection: 0, bytes: 0 }
}

/** Pictures of the former page stay until the new ones are here. */
function stateOf(page: PackedTitle, known: PackState | undefined, ofCollection: number[], now: number): PackState {
  const { id, version, title, similar, byDirectors } = page
  return {
    ...{ id, version, checkedAt: now, ready: 1, pictures: known?.pictures ?? [] },
    cards: [...new Set([...similar, ...byDirectors, ...ofCollection])],
    collection: title.collection?.id ?? 0,
    bytes: JSON.stringify(page).length,
    releases: releaseDays(title),
  }
}

function rowOf({ id, title, similar, byDirectors }: PackedTitle, at: number): PackPage {
  return {
    ...{ id, title, similar, byDirectors, at },
    people: [...new Set([...title.directors, ...title.cast].map((person) => person.id))],
    genres: title.genres.map((genre) => genre.id),
    collection: title.collection?.id ?? 0,
  }
}

/** Notes the days of the releases of pages that an earlier version stored. */
export async function addReleases(userId: number, ids: readonly number[]): Promise<void> {
  for (let at = 0; at < ids.length; at += TITLES_PER_WRITE) {
    const part = ids.slice(at, at + TITLES_PER_WRITE)
    await writePack(userId, async (database) => {
      const pages = new Map((await database.packPages.bulkGet(part)).flatMap((page) => (page ? [[page.id, page]] : [])))
      await database.packStates
        .where('id')
        .anyOf(part)
        .modify((state) => {
          state.releases = parseValid(Title, pages.get(state.id)?.title).flatMap(releaseDays)
        })
    })
  }
}

/** Notes the pictures of titles whose page did not change meanwhile. A kill before it costs no second request. */
export async function storePictures(
  userId: number,
  found: readonly { id: number; version: string; pictures: string[]; bytes: number }[],
): Promise<void> {
  await writePack(userId, async ({ packStates }) => {
    const states = await packStates.bulkGet(found.map(({ id }) => id))
    const done = found.flatMap(({ version, pictures, bytes }, at) => {
      const state = states[at]
      if (!state || state.version !== version || state.ready === 2) return []
      return [{ ...state, ready: 2 as const, pictures, bytes: state.bytes + bytes }]
    })
    await packStates.bulkPut(done)
  })
}

/** Deletes the pages, cards and pictures of titles that are on no list any more. */
export async function dropUnlisted(userId: number, listed: ReadonlySet<number>): Promise<void> {
  const { packStates } = await device()
  const states = await packStates.toArray()
  const isListed = ({ id }: PackState) => listed.has(id)
  const gone = states.filter((state) => !isListed(state))
  if (gone.length === 0) return
  const kept = states.filter(isListed)
  // Pictures first: after a kill the rows still name what is to be deleted.
  await keepOnlyPictures(new Set(kept.flatMap(({ pictures }) => pictures)))
  const [keptCards, keptCollections] = [
    new Set(kept.flatMap(({ cards }) => cards)),
    new Set(kept.map(({ collection }) => collection)),
  ]
  await writePack(userId, async (database) => {
    const ids = gone.map(({ id }) => id)
    await database.packStates.bulkDelete(ids)
    await database.packPages.bulkDelete(ids)
    await database.packCards.bulkDelete(gone.flatMap(({ cards }) => cards.filter((id) => !keptCards.has(id))))
    await database.packCollections.bulkDelete(
      gone.flatMap(({ collection }) => (collection === 0 || keptCollections.has(collection) ? [] : [collection])),
    )
  })
}

async function keepOnlyPictures(kept: ReadonlySet<string>): Promise<void> {
  if (typeof caches === 'undefined' || !(await caches.has(PACK_CACHE))) return
  const cache = await caches.open(PACK_CACHE)
  const paths = new Set([...kept].map(pathOf))
  for (const request of await cache.keys()) if (!paths.has(pathOf(request.url))) await cache.delete(request)
}

function pathOf(address: string): string {
  return new URL(address).pathname
}

/** The browser, a full device or the user deleted the pictures: fetches them again. */
export async function forgetLostPictures(userId: number): Promise<void> {
  if (typeof caches === 'undefined' || (await caches.has(PACK_CACHE))) return
  await writePack(userId, ({ packStates }) => packStates.where('ready').equals(2).modify({ ready: 1, pictures: [] }))
}
