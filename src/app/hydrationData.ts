import type { QueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import { isArrival } from '#contract/arrivals.ts'
import { FIRST_SCREEN_ID, FirstScreen } from '#contract/firstScreen.ts'
import { genres } from '#data/areas/genres.ts'
import { slideshow, titleSearch } from '#data/areas/titles.ts'
import type { Read } from '#data/network/cachedRead.ts'
import { clock } from '#data/platform/clock.ts'

/** Drawn within so many ms, a page is what the server would answer. */
const JUST_NOW = 60_000
/** So far a device's clock may well be behind the server's, in ms. Beyond it was set wrong, and tells no age. */
const BEHIND = 3_600_000

/** What the server has put into this page, when it is the page of this address; anything else counts as nothing. */
export function readHydrationData(): FirstScreen | undefined {
  const text = document.getElementById(FIRST_SCREEN_ID)?.textContent
  // A page kept by somebody in between may be shown at another address.
  if (!text || location.pathname !== '/' || !isArrival(location.search)) return undefined
  try {
    const read = v.safeParse(FirstScreen, JSON.parse(text))
    return read.success ? read.output : undefined
  } catch {
    return undefined
  }
}

/** Puts it where the screen looks for it; as old as it is, by whichever clock makes it older. */
export function hydrateQueries(client: QueryClient, content: FirstScreen): void {
  const updatedAt = isAhead(content) ? 0 : Math.min(content.at, clock.now())
  each(content, ({ key }, data) => client.setQueryData<unknown>(key, data, { updatedAt }))
}

/** Remembers it on this device, as if it had been asked for; what was drawn for an earlier visit is no news. */
export function storeHydrationData(content: FirstScreen): void {
  if (clock.now() - content.at > JUST_NOW || isAhead(content)) return
  each(content, (read, data) => void read.store(data).catch(() => undefined))
}

function isAhead({ at }: FirstScreen): boolean {
  return at - clock.now() > BEHIND
}

function each(content: FirstScreen, visit: <Data>(read: Read<Data>, data: Data) => void) {
  visit(slideshow(), content.slides)
  visit(titleSearch({ order_by: 'newest' }), content.titles)
  visit(genres(), content.genres)
}
