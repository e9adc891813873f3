import type { Catalogue, ComingRecord, TitleRecord } from './catalogueRecords.ts'

type Member = TitleRecord | ComingRecord

/**
 * The titles of each collection in viewing order: a curated list as given, a film series by release, coming titles
 * last. Leaves out collections with a single title. Throws if a list names an unknown title, or a title an unknown
 * collection.
 */
export function membersOf({ titles, coming, collections }: Catalogue): Map<string, Member[]> {
  const byImdb = new Map(titles.map((title) => [title.imdb, title]))
  const all = [...titles.toSorted(byRelease), ...coming.toSorted((one, other) => one.inDays - other.inDays)]
  const inSeries = new Map<string, Member[]>()
  for (const title of all) {
    const { collection } = title
    if (collection === null) continue
    if (!collections.has(collection)) throw new Error(`There is no collection ${collection}`)
    inSeries.set(collection, [...(inSeries.get(collection) ?? []), title])
  }
  return new Map(
    [...collections]
      .map(([key, { titles: list }]): [string, Member[]] => [
        key,
        list?.map((imdb) => byImdb.get(imdb) ?? missing(key, imdb)) ?? inSeries.get(key) ?? [],
      ])
      .filter(([, members]) => members.length > 1),
  )
}

function byRelease(one: TitleRecord, other: TitleRecord): number {
  return dayOf(one).localeCompare(dayOf(other))
}

function dayOf({ releasedAt, year }: TitleRecord): string {
  return releasedAt ?? `${year}`
}

function missing(collection: string, imdb: string): never {
  throw new Error(`There is no title ${imdb}, which collection ${collection} names`)
}
