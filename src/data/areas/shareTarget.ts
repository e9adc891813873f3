import { QUERY_MAX } from '#contract/limits.ts'
import { imdbIdIn } from '#contract/requests.ts'
import type { TitleCard } from '#contract/titleCards.ts'
import { watchApi } from '#contract/watch.ts'
import { recordEvent } from '#data/database/journal.ts'
import { personalDatabaseIfSignedIn } from '#data/database/personal.ts'
import { call } from '#data/network/call.ts'
import { dataOr } from '#data/network/optionalCall.ts'
import { clock } from '#data/platform/clock.ts'
import { EXPECTED_ERRORS, ignoring, STORAGE_ERRORS } from '#data/platform/ignoring.ts'
import { cachedCardByImdb, rememberCards } from './cardCache.ts'

/** Content shared by another app (Web Share Target). Fields may be empty; the link may be part of the text. */
interface SharedContent {
  title: string
  text: string
  url: string
}

/** Where shared content leads: a title, the request form, a search, or nowhere. */
type ShareDestination =
  | { kind: 'title'; id: number }
  | { kind: 'request'; imdb: string; name: string }
  | { kind: 'search'; q: string }
  | { kind: 'nothing' }

/** Time limit of the lookup, in ms: the screen is blank meanwhile. */
const LOOKUP_TIMEOUT = 4_000

/** An IMDb link opens the title. If the catalogue lacks the title or cannot be reached, the link becomes a request. */
export async function shareDestination({ title, text, url }: SharedContent): Promise<ShareDestination> {
  const imdb = [url, text, title].map(imdbIdIn).find((id) => id !== undefined)
  if (imdb !== undefined) {
    const name = nameIn(title) || nameIn(text)
    const card = (await cachedCardByImdb(imdb)) ?? (await fetchCard(imdb, name))
    return card ? { kind: 'title', id: card.id } : { kind: 'request', imdb, name }
  }
  const q = nameIn(title) || nameIn(text)
  if (q !== '') return { kind: 'search', q }
  const database = await personalDatabaseIfSignedIn().catch(ignoring(...STORAGE_ERRORS))
  if (database) await recordEvent(database, 'foreign message', 'share with nothing in it', clock.now())
  return { kind: 'nothing' }
}

/** The trailer call is the smallest one that finds titles by IMDb id. Without it, a search for the name may. */
async function fetchCard(imdb: string, name: string): Promise<TitleCard | undefined> {
  const options = { signal: AbortSignal.timeout(LOOKUP_TIMEOUT) }
  try {
    const card = await dataOr(
      call(watchApi.trailer, { params: { imdb } }, options).then(({ data: { title } }) => ({ data: title })),
      async () => (await import('./lowestLevel.ts')).findCard(imdb, name, options),
    )
    await rememberCards([card]).catch(ignoring(...STORAGE_ERRORS))
    return card
  } catch (failure) {
    ignoring(...EXPECTED_ERRORS)(failure)
    return undefined
  }
}

/**
 * Extracts a name: «Inception (2010) - IMDb» becomes «Inception». Drops links, control characters and everything after
 * the first line. Takes linear time, because any app or page can share text.
 */
function nameIn(text: string): string {
  const [line = ''] = text
    .replace(/https?:\/\/\S+/gi, ' ')
    .split(/[\r\n⭐|]/)
    .map((part) => part.replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/gu, (sign) => (sign === '\u200c' ? sign : ' ')).trim())
    .filter(Boolean)
  const name = line
    .replace(/[-–]\s*IMDb$/i, '')
    .trimEnd()
    .replace(/\(([^()]*)\)$/, (suffix, inner) => (/\d{4}/.test(inner) ? '' : suffix))
    .trim()
  return [...name].slice(0, QUERY_MAX).join('').trim()
}
