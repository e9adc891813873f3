import {
  type AskedTitle,
  askedTitlesText,
  type PackedTitle,
  type TitlePack,
  titlePackApi,
} from '#contract/titlePack.ts'
import { collection, collectionTitles } from '#data/areas/collections.ts'
import { directorTitles, similarTitles, title } from '#data/areas/titles.ts'
import { device } from '#data/database/device.ts'
import { type CallOptions, call } from '#data/network/call.ts'
import { Refused } from '#data/network/failures.ts'
import { isMissing } from '#data/network/optionalCall.ts'
import { clock, isStillAhead } from '#data/platform/clock.ts'

/** Single calls replace a refused bulk read for this long, in ms (1 day). */
const SLOW_FOR = 86_400_000
const SLOW_KEY = 'packIsSlow'
/** Version of a page that came by single calls, which tell none. The next bulk read sends the page again. */
export const SINGLE_VERSION = 'single'

/**
 * Fetches pages of at most `PACK_TITLES_MAX` titles: with one call, or with single calls from a server that lacks it.
 * Throws what `call` throws; a title that the server refuses alone is left out.
 */
export async function fetchPages(asked: readonly AskedTitle[], options: CallOptions): Promise<TitlePack> {
  if (await isSlow()) return fetchSingly(asked, options)
  try {
    return await call(titlePackApi.show, { query: { ids: askedTitlesText(asked) } }, options)
  } catch (failure) {
    if (!isMissing(failure)) throw failure
    await (await device()).meta.put({ key: SLOW_KEY, value: clock.now() + SLOW_FOR })
    return fetchSingly(asked, options)
  }
}

/** Whether the server answers single calls only. The number of titles per call can then be small. */
export async function isSlow(): Promise<boolean> {
  const until = (await (await device()).meta.get(SLOW_KEY))?.value
  return typeof until === 'number' && isStillAhead(until, SLOW_FOR)
}

async function fetchSingly(asked: readonly AskedTitle[], options: CallOptions): Promise<TitlePack> {
  const pack: TitlePack = { data: [], collections: [], cards: [], unchanged: [], missing: [] }
  for (const { id } of asked) {
    try {
      pack.data.push(await fetchTitle(id, pack, options))
    } catch (failure) {
      if (!(failure instanceof Refused) || failure.isForeign || isForAll(failure.status)) throw failure
      if (failure.status === 404 || failure.status === 410) pack.missing.push(id)
    }
  }
  return pack
}

/** Whether the next title would be refused as well. */
function isForAll(status: number): boolean {
  return status === 401 || status === 419 || status === 429 || status === 503
}

async function fetchTitle(id: number, pack: TitlePack, options: CallOptions): Promise<PackedTitle> {
  const found = await title(id).fetch(options)
  const similar = await similarTitles(id).fetch(options)
  const byDirectors = await directorTitles(id).fetch(options)
  pack.cards.push(...similar, ...byDirectors)
  const of = found.collection?.id
  if (of !== undefined && !pack.collections.some((known) => known.id === of)) {
    const card = await collection(of).fetch(options)
    const { data } = await collectionTitles(of, { order: 'own', page: 1 }).fetch(options)
    pack.cards.push(...data)
    pack.collections.push({ id: of, card, titles: data.map((one) => one.id) })
  }
  const idsOf = (cards: readonly { id: number }[]) => cards.map((one) => one.id)
  return { id, version: SINGLE_VERSION, title: found, similar: idsOf(similar), byDirectors: idsOf(byDirectors) }
}
