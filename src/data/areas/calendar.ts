import * as v from 'valibot'
import { TitleCard } from '#contract/titleCards.ts'
import { ComingTitle, Title } from '#contract/titles.ts'
import { device } from '#data/database/device.ts'
import { type PersonalDatabase, personalDatabaseIfSignedIn } from '#data/database/personal.ts'
import { shownIds } from '#data/lists/mergedView.ts'
import { releaseDays, releasesOf, type TitleRelease, UNDATED } from '#data/pack/releases.ts'
import { historyList } from './history.ts'
import { comingSoon } from './titles.ts'
import { watchlist } from './watchlist.ts'

/** A title of the user with what of it comes out on one day. */
export interface Release extends TitleRelease {
  card: TitleCard
}

/** What comes out between two days of the titles that the user saved or watched, as this device knows it. */
export interface Calendar {
  /** by day; titles of one day by their votes, most first */
  releases: Release[]
  /** announced titles without a day */
  undated: TitleCard[]
  /** The nearest day with a release after the range; undefined if none is known. */
  next: string | undefined
  /** number of titles whose page, and so whose days, are not on this device */
  unknownTitles: number
}

/** What is needed of a title's page, from the offline pack, an opened page or the list of coming titles. */
interface Source {
  id: number
  days: string[]
  /** Undefined for a packed page, which is read when one of its days is shown. */
  page?: { card: TitleCard; releases: TitleRelease[] }
}

/** Reads the releases between two ISO dates, both included. Undefined for guests. */
export async function calendar(from: string, to: string): Promise<Calendar | undefined> {
  const database = await personalDatabaseIfSignedIn()
  if (!database) return undefined
  const own = await ownTitleIds(database)
  const sources = await sourcesOf(own)
  const isShown = (day: string) => day === UNDATED || (day >= from && day <= to)
  const pages = await pagesOf(sources.filter(({ days }) => days.some(isShown)))
  const releases = pages.flatMap(({ card, releases }) =>
    releases.filter(({ day }) => isShown(day)).map((release) => ({ ...release, card })),
  )
  const later = sources.flatMap(({ days }) => days.filter((day) => day > to)).toSorted()
  return {
    releases: releases.toSorted((one, other) =>
      one.day === other.day ? other.card.votes - one.card.votes : one.day < other.day ? -1 : 1,
    ),
    undated: pages.filter(({ card, releases }) => card.isComing && releases.length === 0).map(({ card }) => card),
    next: later[0],
    unknownTitles: own.size - sources.length,
  }
}

/** The ids of the titles on the watchlist and in the history, with pending changes. */
async function ownTitleIds(database: PersonalDatabase): Promise<Set<number>> {
  const [saved, watched] = await Promise.all([shownIds(watchlist, database), shownIds(historyList, database)])
  return new Set([...saved, ...watched])
}

async function sourcesOf(own: ReadonlySet<number>): Promise<Source[]> {
  const { packStates } = await device()
  const sources = new Map<number, Source>()
  for (const { id, releases } of await packStates.where('ready').aboveOrEqual(1).toArray()) {
    if (releases && own.has(id)) sources.set(id, { id, days: releases })
  }
  const unpacked = [...own].filter((id) => !sources.has(id))
  if (unpacked.length === 0) return [...sources.values()]
  for (const source of await unpackedSources(new Set(unpacked))) sources.set(source.id, source)
  return [...sources.values()]
}

/** Titles that were saved just now, or while the offline pack is off: what was opened or listed as coming knows their days. */
async function unpackedSources(ids: ReadonlySet<number>): Promise<Source[]> {
  const { titles, answers } = await device()
  const lists = JSON.stringify(comingSoon({ type: 'all', page: 1 }).key.slice(0, 2)).slice(0, -1)
  const [listed, opened] = await Promise.all([
    answers.where('key').startsWith(lists).toArray(),
    titles
      .where('id')
      .anyOf([...ids])
      .toArray(),
  ])
  const coming = listed.flatMap(({ data }) => comingTitlesOf(data)).filter(({ id }) => ids.has(id))
  const pages = opened.flatMap(({ title }) => parsed(Title, title))
  return [...coming.map((title) => ({ ...title, seasons: [] })), ...pages].map((title) => ({
    id: title.id,
    days: releaseDays(title),
    page: { card: v.parse(TitleCard, title), releases: releasesOf(title) },
  }))
}

function comingTitlesOf(answer: unknown): ComingTitle[] {
  const page = v.safeParse(v.object({ data: v.array(v.unknown()) }), answer)
  return page.success ? page.output.data.flatMap((title) => parsed(ComingTitle, title)) : []
}

async function pagesOf(sources: Source[]): Promise<{ card: TitleCard; releases: TitleRelease[] }[]> {
  const { packPages } = await device()
  const packed = await packPages.bulkGet(sources.filter(({ page }) => !page).map(({ id }) => id))
  const titles = packed.flatMap((row) => parsed(Title, row?.title))
  return [
    ...sources.flatMap(({ page }) => page ?? []),
    ...titles.map((title) => ({ card: v.parse(TitleCard, title), releases: releasesOf(title) })),
  ]
}

/** The stored value, or nothing when another version stored something else. */
function parsed<Output>(schema: v.GenericSchema<unknown, Output>, stored: unknown): Output[] {
  const result = v.safeParse(schema, stored)
  return result.success ? [result.output] : []
}
