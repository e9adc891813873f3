import { hasOnlyArrivalParameters } from '#contract/arrivalParameters.ts'
import { REFERRAL_DAYS } from '#contract/limits.ts'
import { readCookieNow, writeCookie } from '#data/platform/cookies.ts'

/** Longest referral code that the registration call accepts (contract: `Registration`). */
const REFERRAL_MAX = 100

/** Stores the referral code of the address at startup. */
export function storeReferral(search: string) {
  const referral = readReferral(search)
  // The first referral counts (docs/specification.md, section 4).
  if (referral !== undefined && !readCookieNow('ref')) writeCookie('ref', referral, REFERRAL_DAYS)
}

/**
 * Removes campaign parameters from the home address before the router does: the router's redirect would count as a
 * navigation away from the prerendered page.
 */
export function removeArrivalQuery(): void {
  const { pathname, search, hash } = location
  if (pathname === '/' && search !== '' && hasOnlyArrivalParameters(search))
    history.replaceState(history.state, '', `/${hash}`)
}

/** Reads the query parameter `r`: a word of printable characters. */
export function readReferral(search: string): string | undefined {
  const referral = new URLSearchParams(search).get('r')?.trim() ?? ''
  if (referral === '' || referral.length > REFERRAL_MAX) return undefined
  return /[\p{C}\p{Z}]/u.test(referral) ? undefined : referral
}
