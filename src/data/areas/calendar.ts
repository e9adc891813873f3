import * as v from 'valibot'
import { TitleCard } from '#contract/titleCards.ts'
import { Title } from '#contract/titles.ts'
import { device } from '#data/database/device.ts'
import { packedTitles } from '#data/database/packedPages.ts'
import { type PersonalDatabase, personalDatabaseIfSignedIn } from '#data/database/personal.ts'
import { shownIds } from '#data/lists/mergedView.ts'
import { historyList } from './history.ts'
import { parseValid } from './parseValid.ts'
import { releasesOf, type TitleRelease, UNDATED } from './releases.ts'
import { comingSoon } from './titles.ts'
import { watchlist } from './watchlist.ts'

/** A title of the user with what of it comes out on one day. */
export interface Release extends TitleRelease {
  card: TitleCard
}

/** The releases between two days of the titles that the user saved or watched, as far as this device knows them. */
export interface Calendar {
  /** the first day of the range */
  from: string
  /** by day; titles of one day by their votes, most first */
  releases: Release[]
  /** announced titles without a day */
  undated: TitleCard[]
  /** The nearest day with a release after the range; undefined if none is known. */
  next: string | undefined
  /** number of titles whose page, and so whose days, are not on this device */
  unknownTitles: number
}

interface KnownTitle {
  card: TitleCard
  releases: TitleRelease[]
}

/** Reads the releases between two ISO dates, both included. Undefined for guests. */
export async function calendar(from: string, to: string): Promise<Calendar | undefined> {
  const database = await personalDatabaseIfSignedIn()
  if (!database) return undefined
  const [own, pack] = await Promise.all([ownTitleIds(database), packedReleases(from, to)])
  const unpacked = new Set([...own].filter((id) => !pack.ids.has(id)))
  const [packed, packedNext, others] = await Promise.all([
    packedTitles([...new Set(pack.shown)].filter((id) => own.has(id))),
    nextPackedDay(to, own),
    unpacked.size === 0 ? [] : unpackedTitles(unpacked),
  ])
  const titles = [...packed.flatMap((title) => parseValid(Title, title)).map(knownTitle), ...others]
  const releases = titles.flatMap(({ card, releases }) =>
    releases.filter(({ day }) => day >= from && day <= to).map((release) => ({ ...release, card })),
  )
  const later = [
    ...(packedNext === undefined ? [] : [packedNext]),
    ...others.flatMap(({ releases }) => releases.map(({ day }) => day)).filter((day) => day > to),
  ]
  return {
    from,
    releases: releases.toSorted((one, other) =>
      one.day === other.day ? other.card.votes - one.card.votes : one.day < other.day ? -1 : 1,
    ),
    undated: titles.filter(({ card, releases }) => card.isComing && releases.length === 0).map(({ card }) => card),
    next: later.toSorted()[0],
    unknownTitles: unpacked.size - others.length,
  }
}

/** The ids of the titles on the watchlist and in the history, with pending changes. */
async function ownTitleIds(database: PersonalDatabase): Promise<Set<number>> {
  const [saved, watched] = await Promise.all([shownIds(watchlist, database), shownIds(historyList, database)])
  return new Set([...saved, ...watched])
}

/** Reads the index over the days of the offline pack. `shown`: with a day in the range, or announced without a day. */
async function packedReleases(from: string, to: string) {
  const { packStates } = await device()
  return packStates.db.transaction('r', packStates, async () => {
    const [ids, dated, undated] = await Promise.all([
      packStates.where('ready').aboveOrEqual(1).primaryKeys(),
      packStates.where('releases').between(from, to, true, true).primaryKeys(),
      packStates.where('releases').equals(UNDATED).primaryKeys(),
    ])
    return { ids: new Set(ids), shown: [...dated, ...undated] }
  })
}

/** The nearest day after `to` with a release of one of these titles in the offline pack. */
async function nextPackedDay(to: string, own: ReadonlySet<number>): Promise<string | undefined> {
  const { packStates } = await device()
  let next: string | undefined
  await packStates
    .where('releases')
    .above(to)
    .until(() => next !== undefined)
    .eachKey((day, { primaryKey }) => {
      if (own.has(primaryKey)) next = String(day)
    })
  return next
}

/** Titles that were saved just now, or while the offline pack is off: what was opened or listed as coming knows their days. */
async function unpackedTitles(ids: ReadonlySet<number>): Promise<KnownTitle[]> {
  const { titles, answers } = await device()
  const list = comingSoon({ type: 'all', page: 1 })
  // The start of the key of every page and type.
  const [area, resource] = list.key
  const lists = JSON.stringify([area, resource]).slice(0, -1)
  const [listed, opened] = await Promise.all([
    answers.where('key').startsWith(lists).toArray(),
    titles
      .where('id')
      .anyOf([...ids])
      .toArray(),
  ])
  const coming = listed
    .flatMap(({ data }) => parseValid(list.shape, data))
    .flatMap(({ data }) => data)
    .filter(({ id }) => ids.has(id))
  const pages = opened.flatMap(({ title }) => parseValid(Title, title))
  const known = [...coming.map((title) => ({ ...title, seasons: [] })), ...pages].map(knownTitle)
  return [...new Map(known.map((title) => [title.card.id, title])).values()]
}

function knownTitle(title: TitleCard & Pick<Title, 'seasons' | 'releasedAt'>): KnownTitle {
  return { card: v.parse(TitleCard, title), releases: releasesOf(title) }
}
