import type { Person } from '#contract/people.ts'
import type { TitleCard } from '#contract/titleCards.ts'
import type { TitlePage } from '#server/catalogue/titlePage.ts'
import { pageWords } from '#server/text/messages.ts'

/** Makes absolute URLs: schema.org data is read outside the page. */
export type Whole = (path: string) => string

const CONTEXT = { '@context': 'https://schema.org' }
/** Number of actors listed; the page shows all. */
const ACTORS = 10

/** Without a rating: the shown one is IMDb's, and only ratings of a site's own visitors may be marked up. */
export function titleData(title: TitlePage, image: string | undefined, whole: Whole): object {
  const isSeries = title.type === 'series'
  return {
    ...CONTEXT,
    '@type': isSeries ? 'TVSeries' : 'Movie',
    ...workData(title, whole),
    description: title.synopsis ?? undefined,
    image,
    datePublished: title.releasedAt ?? undefined,
    contentRating: title.ageRating ?? undefined,
    genre: title.genres.map((genre) => genre.titleFa),
    inLanguage: title.languages,
    countryOfOrigin: title.countries.map((name) => ({ '@type': 'Country', name })),
    [isSeries ? 'creator' : 'director']: title.directors.map((person) => personRef(person, whole)),
    actor: title.cast.slice(0, ACTORS).map((person) => personRef(person, whole)),
    ...(isSeries
      ? {
          numberOfSeasons: title.seasons.length || undefined,
          numberOfEpisodes: title.seasons.reduce((sum, season) => sum + season.episodes.length, 0) || undefined,
        }
      : { duration: title.runtime ? `PT${title.runtime}M` : undefined }),
    ...(title.collection && {
      isPartOf: { '@type': 'CreativeWorkSeries', name: title.collection.titleFa, url: whole(title.collection.path) },
    }),
    sameAs: title.imdb ? `https://www.imdb.com/title/${title.imdb}/` : undefined,
  }
}

export function personData(person: Person, image: string | undefined, whole: Whole): object {
  return {
    ...CONTEXT,
    '@type': 'Person',
    name: person.fullnameFa,
    alternateName: person.fullnameEn,
    url: whole(person.path),
    image,
    description: person.biography ?? undefined,
    jobTitle: person.roles.map((role) => pageWords.job[role]),
    birthDate: person.born ?? undefined,
    deathDate: person.died ?? undefined,
    birthPlace: person.birthplace ? { '@type': 'Place', name: person.birthplace } : undefined,
  }
}

/** A list page: of titles, or of links to lists. */
export function listData(
  list: { name: string; description: string | undefined; path: string },
  items: readonly { name: string; path: string }[],
  whole: Whole,
): object {
  return {
    ...CONTEXT,
    '@type': 'CollectionPage',
    name: list.name,
    description: list.description,
    url: whole(list.path),
    mainEntity: {
      '@type': 'ItemList',
      itemListElement: items.map(({ name, path }, at) => ({
        '@type': 'ListItem',
        position: at + 1,
        name,
        url: whole(path),
      })),
    },
  }
}

/** The site and its search. */
export function siteData(whole: Whole): object {
  return {
    ...CONTEXT,
    '@type': 'WebSite',
    name: pageWords.site,
    url: whole('/'),
    inLanguage: 'fa',
    potentialAction: {
      '@type': 'SearchAction',
      target: {
        '@type': 'EntryPoint',
        urlTemplate: `${whole('/')}?order_by=votes&type=all&q={search_term_string}`,
      },
      'query-input': 'required name=search_term_string',
    },
  }
}

/** The path from the home to this page. */
export function breadcrumbData(steps: readonly { name: string; path: string }[], whole: Whole): object {
  return {
    ...CONTEXT,
    '@type': 'BreadcrumbList',
    itemListElement: [{ name: pageWords.lists['/'][0], path: '/' }, ...steps].map(({ name, path }, at) => ({
      '@type': 'ListItem',
      position: at + 1,
      name,
      item: whole(path),
    })),
  }
}

export function named(titles: readonly TitleCard[]): { name: string; path: string }[] {
  return titles.map(({ titleFa, titleEn, path }) => ({ name: titleFa || titleEn, path }))
}

function workData({ titleFa, titleEn, path }: TitleCard, whole: Whole) {
  return { name: titleFa || titleEn, alternateName: titleEn, url: whole(path) }
}

function personRef(
  { fullnameFa, fullnameEn, path }: { fullnameFa: string; fullnameEn: string; path: string },
  whole: Whole,
) {
  return { '@type': 'Person', name: fullnameFa, alternateName: fullnameEn, url: whole(path) }
}
