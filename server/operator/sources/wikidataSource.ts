import * as v from 'valibot'
import { type AskedServer, ask, jsonOf } from './askServer.ts'
import type { SourceOutput } from './sourceOutput.ts'
import { CAST_MAX, GENRES_MAX, isPersian, originOf, plainText, type Refuse, type SourceRow } from './sourceRows.ts'
import { datesOf, Entity, itemsOf, minutesOf, qualifiedItems, textsOf } from './wikidataEntity.ts'

export interface WikidataOptions {
  /** the wanted titles, with their lines in the operator's file */
  ids: ReadonlyMap<string, number>
  output: SourceOutput
  clock: () => Date
  refuse: Refuse
  onProgress: (rows: number) => void
  /** an address of the operator for Wikimedia: its policy asks for one */
  contact: string
  urls?: { query: string; api: string }
  server?: Partial<AskedServer>
}

const URLS = { query: 'https://query.wikidata.org/sparql', api: 'https://www.wikidata.org/w/api.php' }

/** `wbgetentities` answers at most 50 items per call to callers without an account. */
const BATCH = 50

/** Words in the English labels of genres (`historical drama film`), by our keys. */
const GENRE_WORDS: Readonly<Record<string, RegExp>> = {
  documentary: /documentary/,
  animation: /animat|anime|cartoon/,
  biography: /biograph|biopic/,
  comedy: /comed/,
  crime: /crime|gangster|mafia|heist/,
  'sci-fi': /science fiction|sci-fi/,
  horror: /horror|slasher/,
  western: /\bwestern/,
  war: /\bwar\b/,
  mystery: /myster|detective/,
  thriller: /thriller|suspense/,
  fantasy: /fantasy/,
  adventure: /adventure/,
  action: /action|martial arts/,
  history: /histor|period drama/,
  musical: /musical/,
  music: /\bmusic\b|concert/,
  romance: /roman(ce|tic)/,
  sport: /\bsports?\b/,
  family: /family|children/,
  drama: /drama/,
}

const Mapping = v.object({
  results: v.object({
    bindings: v.array(v.object({ item: v.object({ value: v.string() }), imdb: v.object({ value: v.string() }) })),
  }),
})
/** Deleted items are `missing`. */
const Entities = v.object({ entities: v.record(v.string(), v.union([v.object({ missing: v.string() }), Entity])) })

/**
 * Writes titles with Wikidata's facts (CC0, https://www.wikidata.org/wiki/Wikidata:Licensing): Persian and English names and
 * descriptions, people, genres, countries and dates. Items are found by IMDb id (P345) with the query service and read with
 * `wbgetentities`, one call at a time (https://www.mediawiki.org/wiki/API:Etiquette). Throws a `CommandError` when Wikidata
 * cannot be read; the same output continues.
 */
export async function writeWikidataTitles(options: WikidataOptions): Promise<{ titles: number }> {
  const { ids, output, refuse, contact, urls = URLS } = options
  const headers = { 'User-Agent': `Parde/1.0 (operator program; ${contact})`, Accept: 'application/json' }
  const server: AskedServer = { name: 'Wikidata', headers, ...options.server }
  const origin = originOf('wikidata', options.clock())
  const missing = [...ids.keys()].filter((id) => !output.hasTitle(id))
  let count = 0
  for (let at = 0; at < missing.length; at += BATCH) {
    const batch = missing.slice(at, at + BATCH)
    const items = await itemsByImdb(server, urls.query, batch)
    const entities = await readEntities(server, urls.api, [...items.values()])
    const linked = await readEntities(server, urls.api, [...entities.values()].flatMap(linksOf))
    for (const id of batch) {
      const entity = entities.get(items.get(id) ?? '')
      const reason = entity
        ? await output.write(titleOf(id, entity, linked, origin))
        : 'Wikidata has no item with this IMDb id'
      if (reason === undefined) options.onProgress(++count)
      else refuse(ids.get(id) ?? 0, `${id}: ${reason}`)
    }
  }
  return { titles: count }
}

/** The first item of each IMDb id; an id may be in several items by mistake. */
async function itemsByImdb(server: AskedServer, address: string, ids: readonly string[]): Promise<Map<string, string>> {
  const url = new URL(address)
  const values = ids.map((id) => `"${id}"`).join(' ')
  url.searchParams.set(
    'query',
    `SELECT ?item ?imdb WHERE { VALUES ?imdb { ${values} } ?item wdt:P345 ?imdb } ORDER BY ?item`,
  )
  url.searchParams.set('format', 'json')
  const { results } = await ask(server, url, (body) => parsed(Mapping, jsonOf(body)))
  const items = new Map<string, string>()
  for (const { item, imdb } of results.bindings) {
    const id = /\/(Q\d+)$/.exec(item.value)?.[1]
    if (id !== undefined && !items.has(imdb.value)) items.set(imdb.value, id)
  }
  return items
}

/** Reads items by their ids. A redirected item is found by the id that was asked for. */
async function readEntities(server: AskedServer, address: string, ids: string[]): Promise<Map<string, Entity>> {
  const wanted = [...new Set(ids)]
  const found = new Map<string, Entity>()
  for (let at = 0; at < wanted.length; at += BATCH) {
    const url = new URL(address)
    url.search = String(
      new URLSearchParams({
        action: 'wbgetentities',
        ids: wanted.slice(at, at + BATCH).join('|'),
        props: 'labels|descriptions|aliases|claims',
        languages: 'fa|en|mul',
        format: 'json',
        // Answers an error with `Retry-After` while the databases of Wikidata are behind.
        maxlag: '5',
      }),
    )
    const { entities } = await ask(server, url, (body) => parsed(Entities, jsonOf(body)))
    for (const [id, entity] of Object.entries(entities)) if ('labels' in entity) found.set(id, entity)
  }
  return found
}

function parsed<Output>(schema: v.GenericSchema<unknown, Output>, value: unknown): Output | undefined {
  const read = v.safeParse(schema, value)
  return read.success ? read.output : undefined
}

/** P57 director, P161 cast member with P453 character and P4633 its name, P136 genre, P31 kind, P495 country, P364 language. */
function linksOf(entity: Entity): string[] {
  const cast = castOf(entity).flatMap(({ id, item }) => [id, ...(item === undefined ? [] : [item])])
  return [...['P57', 'P136', 'P31', 'P495', 'P364'].flatMap((property) => itemsOf(entity, property)), ...cast]
}

function castOf(entity: Entity) {
  return qualifiedItems(entity, 'P161', { text: 'P4633', item: 'P453' }).slice(0, CAST_MAX)
}

function titleOf(imdb: string, entity: Entity, linked: ReadonlyMap<string, Entity>, origin: object) {
  const of = (property: string) => itemsOf(entity, property).flatMap((id) => linked.get(id) ?? [])
  const labels = [...of('P31'), ...of('P136')].map((kind) => kind.labels.en?.value.toLowerCase() ?? '')
  // P2437 number of seasons, P1113 number of episodes
  const isSeries =
    ['P2437', 'P1113'].some((property) => property in entity.claims) ||
    of('P31').some((kind) => /series|miniseries|television program/.test(kind.labels.en?.value ?? ''))
  const { nameEn, nameFa } = namesOf(entity)
  const [first] = [...datesOf(entity, 'P577'), ...datesOf(entity, 'P580')].toSorted()
  const directors = of('P57').flatMap(personOf)
  const cast = castOf(entity).flatMap(({ id, text, item }) => {
    const person = linked.get(id)
    const role = item === undefined ? undefined : linked.get(item)
    const character = (role && namesOf(role).nameFa) ?? plainText(text) ?? null
    return person ? personOf(person).map((row) => ({ ...row, character })) : []
  })
  const title: SourceRow = {
    kind: 'title',
    imdb,
    type: isSeries ? 'series' : 'movie',
    titleEn: nameEn,
    titleFa: nameFa,
    otherNames: (entity.aliases.fa ?? []).flatMap(({ value }) => plainText(value) ?? []).slice(0, 20),
    year: Number(first?.slice(0, 4) ?? Number.NaN),
    ...(first?.length === 10 && { releasedAt: first }),
    ...definedOnly({ runtime: minutesOf(entity, 'P2047'), synopsis: plainText(entity.descriptions.fa?.value) }),
    genres: Object.entries(GENRE_WORDS)
      .filter(([, words]) => labels.some((label) => words.test(label)))
      .map(([key]) => key)
      .slice(0, GENRES_MAX),
    // P297 ISO 3166, P218 ISO 639
    countries: of('P495').flatMap((country) => textsOf(country, 'P297').slice(0, 1)),
    languages: of('P364').flatMap((language) => textsOf(language, 'P218').slice(0, 1)),
    directors: unique(directors.map(({ key }) => key)),
    cast: cast
      .filter(({ key }, place) => cast.findIndex((other) => other.key === key) === place)
      .map(({ key, character }) => ({ person: key, character })),
    source: origin,
  }
  const people = new Map([...directors, ...cast].map(({ character: _, ...person }) => [person.key, person]))
  return { title, people: [...people.values()] }
}

/**
 * Builds a person's row; no row for a person without a Persian or English name. The key is the IMDb id if there is one, as in the files
 * of IMDb. P569 birth, P570 death.
 */
function personOf(entity: Entity): (SourceRow & { key: string; character?: string | null })[] {
  const names = namesOf(entity)
  if (names.nameEn === undefined) return []
  const key = textsOf(entity, 'P345').find((id) => /^nm\d{7,8}$/.test(id)) ?? entity.id
  const lived = { born: datesOf(entity, 'P569')[0], died: datesOf(entity, 'P570')[0] }
  return [{ kind: 'person', key, ...names, ...definedOnly(lived) }]
}

/** `mul` is the name in all languages that have none of their own. Without a Persian name the other one is used. */
function namesOf({ labels }: Entity) {
  const [fa, en, mul] = [labels.fa, labels.en, labels.mul].map((label) => plainText(label?.value))
  const nameEn = en ?? mul ?? fa
  return { nameEn, nameFa: fa !== undefined && isPersian(fa) ? fa : (nameEn ?? fa) }
}

function definedOnly(facts: SourceRow): SourceRow {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined))
}

function unique(keys: readonly string[]): string[] {
  return [...new Set(keys)]
}
