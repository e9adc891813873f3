import { createHash } from 'node:crypto'
import { PER_PAGE } from '#contract/limits.ts'
import type { TitleCard } from '#contract/titleCards.ts'
import type { AskedTitle, PackedCollection, PackedTitle, TitlePack } from '#contract/titlePack.ts'
import type { Title } from '#contract/titles.ts'
import type { Database } from '#server/database/connect.ts'
import { cachedAnswer } from './cache/cachedAnswers.ts'
import { collectionCard, collectionTitles } from './collections.ts'
import { similarTitles, titlesOfDirectors } from './relatedTitles.ts'
import { type TitlePage, titlePages } from './titlePage.ts'

/** The parts of a title's page that do not come from the catalogue. */
interface OutsideCatalogue {
  playbackOf(title: TitlePage): Pick<Title, 'trailer' | 'screenshots'>
  likesOf(ids: number[]): Promise<Map<number, number>>
}

/**
 * The pages of many titles for a device that keeps them, with each card once. A version covers the page without its likes, which change all the time, and without related titles,
 * which cost more to find than the page: they come with a page that changed.
 */
export async function readTitlePack(
  database: Database,
  asked: readonly AskedTitle[],
  { playbackOf, likesOf }: OutsideCatalogue,
): Promise<TitlePack> {
  const ids = asked.map(({ id }) => id)
  const pages = await titlePages(database, ids)
  const likes = await likesOf([...pages.keys()])
  const cards = new Map<number, TitleCard>()
  const note = (found: readonly TitleCard[]) => {
    for (const card of found) cards.set(card.id, card)
    return found.map(({ id }) => id)
  }
  const data: PackedTitle[] = []
  const unchanged: number[] = []
  const collectionIds = new Set<number>()
  for (const { id, version: known } of asked) {
    const page = pages.get(id)
    if (!page) continue
    const title = { ...page, ...playbackOf(page) }
    const version = versionOf(title)
    if (version === known) {
      unchanged.push(id)
      continue
    }
    if (title.collection) collectionIds.add(title.collection.id)
    // One at a time: a pack must not take the connections of users who wait for a screen.
    const related = await relatedTitles(database, id)
    data.push({
      ...{ id, version, title: { ...title, likes: likes.get(id) ?? 0, viewer: null } },
      similar: note(related.similar),
      byDirectors: note(related.byDirectors),
    })
  }
  const collections: PackedCollection[] = []
  for (const id of collectionIds) {
    const found = await cachedAnswer(database, `pack collection ${id}`, () => readCollection(database, id))
    if (found) collections.push({ id, card: found.card, titles: note(found.titles) })
  }
  return { data, collections, cards: [...cards.values()], unchanged, missing: ids.filter((id) => !pages.has(id)) }
}

async function relatedTitles(database: Database, id: number) {
  return {
    similar: (await similarTitles(database, id)) ?? [],
    byDirectors: await titlesOfDirectors(database, id),
  }
}

async function readCollection(database: Database, id: number) {
  const card = await collectionCard(database, id)
  return card && { card, titles: await collectionTitles(database, id, 'own', { offset: 0, limit: PER_PAGE }) }
}

function versionOf(title: object): string {
  return createHash('sha256').update(JSON.stringify(title)).digest('base64url').slice(0, 16)
}
