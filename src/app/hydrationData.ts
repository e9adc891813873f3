import type { QueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import { hasOnlyArrivalParameters } from '#contract/arrivalParameters.ts'
import { HYDRATION_DATA_ID, HydrationData } from '#contract/hydrationData.ts'
import { genres } from '#data/areas/genres.ts'
import { slideshow, titleSearch } from '#data/areas/titles.ts'
import type { Read } from '#data/network/cachedRead.ts'
import { clock } from '#data/platform/clock.ts'
import { EXPECTED_ERRORS, ignoring } from '#data/platform/ignoring.ts'

/** A prerendered page younger than this, in ms, counts as a fresh answer. */
const MAX_AGE = 60_000
/**
 * Clock difference to the server, in ms, up to which the age of a page is credible. Beyond it the device's clock is
 * wrong.
 */
const MAX_CLOCK_SKEW = 3_600_000

/** Reads the hydration data in this page. Undefined when missing, invalid or meant for another address. */
export function readHydrationData(): HydrationData | undefined {
  const text = document.getElementById(HYDRATION_DATA_ID)?.textContent
  // An intermediate cache may serve the home page for another address.
  if (!text || location.pathname !== '/' || !hasOnlyArrivalParameters(location.search)) return undefined
  try {
    const read = v.safeParse(HydrationData, JSON.parse(text))
    return read.success ? read.output : undefined
  } catch (failure) {
    ignoring('SyntaxError')(failure)
    return undefined
  }
}

/** Puts the hydration data into the query cache, with the older of the two clocks as its age. */
export function hydrateQueries(client: QueryClient, content: HydrationData): void {
  const updatedAt = isFromFuture(content) ? 0 : Math.min(content.at, clock.now())
  forEachRead(content, ({ key }, data) => client.setQueryData<unknown>(key, data, { updatedAt }))
}

/**
 * Stores fresh hydration data on this device, like any other answer. Pages prerendered for an earlier visit are
 * skipped.
 */
export function storeHydrationData(content: HydrationData): void {
  if (clock.now() - content.at > MAX_AGE || isFromFuture(content)) return
  forEachRead(content, (read, data) => void read.store(data).catch(ignoring(...EXPECTED_ERRORS)))
}

function isFromFuture({ at }: HydrationData): boolean {
  return at - clock.now() > MAX_CLOCK_SKEW
}

function forEachRead(content: HydrationData, visit: <Data>(read: Read<Data>, data: Data) => void) {
  visit(slideshow(), content.slides)
  visit(titleSearch({ order_by: 'newest' }), content.titles)
  visit(genres(), content.genres)
}
