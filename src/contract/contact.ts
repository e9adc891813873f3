import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { METRICS_POLICIES } from './metricsPolicy.ts'
import { lenient, listOf, many } from './shapes.ts'

/** A user name at Telegram or Instagram; the pattern admits no other address. */
const Handle = v.pipe(v.string(), v.regex(/^[A-Za-z0-9][A-Za-z0-9._]{1,31}$/))

/** A contact channel, as the operator configured it. */
export const ContactChannel = v.variant('kind', [
  v.object({ kind: v.literal('email'), address: v.pipe(v.string(), v.maxLength(254), v.email()) }),
  v.object({ kind: v.literal('telegram'), address: Handle }),
  v.object({ kind: v.literal('instagram'), address: Handle }),
  v.object({ kind: v.literal('phone'), address: v.pipe(v.string(), v.regex(/^\+?\d{4,15}$/)) }),
])
export type ContactChannel = v.InferOutput<typeof ContactChannel>

/** Public sources that a catalogue's facts can be from (docs/import.md#sources). */
export const CATALOGUE_SOURCES = ['imdb', 'wikidata', 'tmdb'] as const
export const CatalogueSource = v.picklist(CATALOGUE_SOURCES)
export type CatalogueSource = v.InferOutput<typeof CatalogueSource>

export const contactApi = {
  /**
   * Empty when the operator configured no channel. Also tells the operator's policy of user metrics (missing: off) and
   * which sources the catalogue's facts are from, so that the app can name them as their licences ask.
   */
  channels: endpoint('GET', '/api/contact', {
    reply: v.object({
      ...many(ContactChannel).entries,
      userMetrics: lenient(v.optional(v.picklist(METRICS_POLICIES)), undefined),
      catalogueSources: lenient(v.optional(listOf(CatalogueSource)), undefined),
    }),
  }),
}
