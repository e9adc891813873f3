import * as v from 'valibot'
import { QUERY_MAX } from '#contract/limits.ts'
import { imdbIdIn } from '#contract/requests.ts'
import { TitleCard } from '#contract/titleCards.ts'
import { watchApi } from '#contract/watch.ts'
import { device } from '#data/database/device.ts'
import { recordEvent } from '#data/database/journal.ts'
import { personalDatabaseIfSignedIn } from '#data/database/personal.ts'
import { call } from '#data/network/call.ts'
import { clock } from '#data/platform/clock.ts'
import { rememberCards } from './seenCards.ts'

/** What another app hands over (Web Share Target): any of them may be missing, and the link may stand in the text. */
interface Shared {
  title: string
  text: string
  url: string
}

/** Where it leads: to the title, to the request form, to a search for its words, or nowhere. */
type ShareDestination =
  | { kind: 'title'; id: number }
  | { kind: 'request'; imdb: string; name: string }
  | { kind: 'search'; q: string }
  | { kind: 'nothing' }

/** Longer than anybody waits on a blank screen, in ms. */
const PATIENCE = 4_000

/** An IMDb link opens the title; when the catalogue has none, or cannot be asked, it becomes a request. */
export async function shareDestination({ title, text, url }: Shared): Promise<ShareDestination> {
  const imdb = [url, text, title].map(imdbIdIn).find((id) => id !== undefined)
  if (imdb !== undefined) {
    const card = (await knownCard(imdb)) ?? (await askedCard(imdb))
    return card ? { kind: 'title', id: card.id } : { kind: 'request', imdb, name: nameIn(title) || nameIn(text) }
  }
  const q = nameIn(title) || nameIn(text)
  if (q !== '') return { kind: 'search', q }
  const database = await personalDatabaseIfSignedIn().catch(() => undefined)
  if (database) await recordEvent(database, 'foreign message', 'share with nothing in it', clock.now())
  return { kind: 'nothing' }
}

async function knownCard(imdb: string): Promise<TitleCard | undefined> {
  const kept = await (await device()).cards
    .where('card.imdb')
    .equals(imdb)
    .first()
    .catch(() => undefined)
  const read = v.safeParse(TitleCard, kept?.card)
  return read.success ? read.output : undefined
}

/** The lightest call that knows titles by their IMDb ids. */
async function askedCard(imdb: string): Promise<TitleCard | undefined> {
  try {
    const { data } = await call(watchApi.trailer, { params: { imdb } }, { signal: AbortSignal.timeout(PATIENCE) })
    await rememberCards([data.title]).catch(() => undefined)
    return data.title
  } catch {
    return undefined
  }
}

/** «Inception (2010) - IMDb» is called Inception; links, control signs and all after a line's end are no name. */
function nameIn(text: string): string {
  const [line = ''] = text
    .replace(/https?:\/\/\S+/gi, ' ')
    .split(/[\r\n⭐|]/)
    .map((part) => part.replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/gu, (sign) => (sign === '\u200c' ? sign : ' ')).trim())
    .filter(Boolean)
  const name = line
    .replace(/\s*[-–]\s*IMDb\s*$/i, '')
    .replace(/\s*\([^)]*\d{4}[^)]*\)\s*$/, '')
    .trim()
  return [...name].slice(0, QUERY_MAX).join('').trim()
}
