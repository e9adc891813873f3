import * as v from 'valibot'
import { CollectionCard } from './collections.ts'
import { endpoint } from './endpoint.ts'
import { eachOnceOf, Id, lenient, listOf } from './shapes.ts'
import { TitleCard } from './titleCards.ts'
import { Title } from './titles.ts'

/** Maximum number of titles in one bulk read. */
export const PACK_TITLES_MAX = 100

/** Identifies the content of a title's page. Opaque to the client. */
const PageVersion = v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/))

/** A title and the version that the caller has. */
const AskedTitle = v.object({ id: Id, version: v.optional(PageVersion) })
export type AskedTitle = v.InferOutput<typeof AskedTitle>

/** `12,15:x7Kd`: ids, each with the version that the caller has, if any. Unreadable parts and repeated ids are dropped. */
export const AskedTitles = v.pipe(
  v.string(),
  v.transform((text) => {
    const asked = new Map<number, AskedTitle>()
    for (const part of text.split(',')) {
      const [id, version] = part.split(':')
      const read = v.safeParse(AskedTitle, { id: Number(id), ...(version !== undefined && { version }) })
      if (read.success && !asked.has(read.output.id)) asked.set(read.output.id, read.output)
    }
    return [...asked.values()]
  }),
  v.minLength(1),
  v.maxLength(PACK_TITLES_MAX),
)

/** The parameter `ids` of a bulk read. */
export function askedTitlesText(titles: readonly AskedTitle[]): string {
  return titles.map(({ id, version }) => (version === undefined ? id : `${id}:${version}`)).join()
}

/** A title's page. `similar` and `byDirectors` name cards of the same reply. */
export const PackedTitle = v.object({
  id: Id,
  version: PageVersion,
  title: Title,
  similar: lenient(listOf(Id), []),
  byDirectors: lenient(listOf(Id), []),
})
export type PackedTitle = v.InferOutput<typeof PackedTitle>

/** A collection of a packed title. `titles`: the first page in the collection's order, as cards of the same reply. */
export const PackedCollection = v.object({
  id: Id,
  card: CollectionCard,
  titles: lenient(listOf(Id), []),
})
export type PackedCollection = v.InferOutput<typeof PackedCollection>

const TitlePack = v.object({
  data: eachOnceOf(PackedTitle),
  collections: lenient(eachOnceOf(PackedCollection), []),
  cards: lenient(eachOnceOf(TitleCard), []),
  /** titles whose version the caller has */
  unchanged: lenient(listOf(Id), []),
  /** ids without a title */
  missing: lenient(listOf(Id), []),
})
export type TitlePack = v.InferOutput<typeof TitlePack>

/** An extension of the specification. */
export const titlePackApi = {
  /**
   * Pages of many titles in any order, with the cards that they show, each card once. A title whose version the caller
   * has costs its id only. A server without this call answers 404 or 405.
   */
  show: endpoint('GET', '/api/titles', {
    access: 'user',
    /** as `askedTitlesText`; the server parses them with `AskedTitles` */
    query: v.object({ ids: v.optional(v.string(), '') }),
    reply: TitlePack,
  }),
}
