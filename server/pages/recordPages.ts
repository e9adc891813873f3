import { PER_PAGE } from '#contract/limits.ts'
import { PERSON_ROLES } from '#contract/people.ts'
import type { TitleSearch } from '#contract/titles.ts'
import { pathOfPerson } from '#server/catalogue/cards.ts'
import { collectionCard, collectionTitles } from '#server/catalogue/collections.ts'
import { allGenres } from '#server/catalogue/genres/countedGenres.ts'
import { type MergedKind, mergedInto } from '#server/catalogue/mergedRecords.ts'
import { personPage } from '#server/catalogue/personPage.ts'
import { browseTitles } from '#server/catalogue/search/browseTitles.ts'
import { titlePage } from '#server/catalogue/titlePage.ts'
import { pageWords } from '#server/text/messages.ts'
import type { Head } from './head.ts'
import { type PageContext, sharedPicture } from './pageContext.ts'
import { breadcrumbData, listData, named, personData, titleData } from './structuredData.ts'

/** A record's canonical path and its head. */
export interface RecordPage {
  address: string
  head: Head
}

/** The page of a merged title redirects to the title that it is part of. */
export async function titlesPage(context: PageContext, id: number): Promise<RecordPage | undefined> {
  const title = await titlePage(context.database, id, { dub: false })
  if (!title) return ofMerged(context, 'titles', id, titlesPage)
  const name = title.titleFa || title.titleEn
  const alt = pageWords.film(title.type, name, title.year)
  const image = sharedPicture(context, 'backdrop', title.backdrop, alt)
  const above =
    title.type === 'series'
      ? { name: pageWords.lists['/tv'][0], path: '/tv' }
      : { name: pageWords.movies, path: '/?type=movie' }
  return {
    address: title.path,
    head: {
      title: pageWords.title(name),
      description: title.synopsis ?? alt,
      path: title.path,
      type: title.type === 'series' ? 'video.tv_show' : 'video.movie',
      image,
      data: [
        titleData(title, image?.url, context.whole),
        breadcrumbData([above, { name, path: title.path }], context.whole),
      ],
    },
  }
}

/** The page of a title's files; it is not indexed, the title's page is. */
export async function filesPage(context: PageContext, id: number): Promise<RecordPage | undefined> {
  const page = await titlesPage(context, id)
  return (
    page && {
      address: page.address.replace(/[^/]*$/, 'files'),
      head: { ...page.head, path: undefined, image: undefined, data: [] },
    }
  )
}

async function ofMerged(
  context: PageContext,
  kind: MergedKind,
  id: number,
  page: (context: PageContext, id: number) => Promise<RecordPage | undefined>,
): Promise<RecordPage | undefined> {
  const into = await mergedInto(context.database, kind, id)
  return into === undefined ? undefined : page(context, into)
}

/** A role without works redirects to the role that has some, and a merged person to the one that they are part of. */
export async function personsPage(context: PageContext, id: number, asked: string): Promise<RecordPage | undefined> {
  const found = await personPage(context.database, id)
  if (!found) return ofMerged(context, 'people', id, (_, into) => personsPage(context, into, asked))
  const { person } = found
  const role = PERSON_ROLES.find((one) => one === asked && person.roles.includes(one)) ?? person.roles[0] ?? person.job
  const path = pathOfPerson(person, role)
  const image = sharedPicture(context, 'portrait', person.image, person.fullnameFa)
  const works = person.knownFor.map(({ titleFa }) => titleFa).join(pageWords.comma)
  return {
    address: path,
    head: {
      title: pageWords.title(person.fullnameFa),
      description: person.biography ?? pageWords.person(person.fullnameFa, works),
      path,
      type: 'profile',
      image,
      data: [
        personData({ ...person, path }, image?.url, context.whole),
        breadcrumbData([{ name: person.fullnameFa, path }], context.whole),
      ],
    },
  }
}

export async function genrePage(context: PageContext, id: number, query: TitleSearch): Promise<RecordPage | undefined> {
  const genre = (await allGenres(context.database)).find((one) => one.id === id)
  if (!genre) return undefined
  const { type, is_dubbed, order_by = 'votes', page = 1 } = query
  const piece = { offset: (page - 1) * PER_PAGE, limit: PER_PAGE }
  const { cards } = await browseTitles(context.database, { type, is_dubbed, genre: id }, order_by, piece)
  return listPage(context, {
    name: pageWords.titleList(type, is_dubbed, genre.titleFa),
    description: pageWords.genre(genre.titleFa),
    address: genre.path,
    path: page > 1 ? `${genre.path}?page=${page}` : genre.path,
    above: '/categories',
    items: named(cards),
    image: undefined,
  })
}

export async function collectionPage(context: PageContext, id: number): Promise<RecordPage | undefined> {
  const card = await collectionCard(context.database, id)
  if (!card) return ofMerged(context, 'collections', id, collectionPage)
  const titles = await collectionTitles(context.database, id, 'own', { offset: 0, limit: PER_PAGE })
  return listPage(context, {
    name: card.titleFa,
    description: card.description ?? pageWords.collection(card.titleFa, card.count),
    address: card.path,
    path: card.path,
    above: '/collections',
    items: named(titles),
    image: sharedPicture(context, 'backdrop', card.backdrop, card.titleFa),
  })
}

function listPage(
  { whole }: PageContext,
  list: Pick<Head, 'image'> & {
    name: string
    description: string
    address: string
    path: string
    above: '/categories' | '/collections'
    items: readonly { name: string; path: string }[]
  },
): RecordPage {
  const { name, description, address, path, above, items, image } = list
  const steps = [
    { name: pageWords.lists[above][0], path: above },
    { name, path: address },
  ]
  return {
    address,
    head: {
      title: pageWords.title(name),
      description,
      path,
      type: 'website',
      image,
      data: [listData({ name, description, path }, items, whole), breadcrumbData(steps, whole)],
    },
  }
}
