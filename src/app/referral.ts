import { isArrival } from '#contract/arrivals.ts'
import { REFERRAL_DAYS } from '#contract/limits.ts'
import { readCookieNow, writeCookie } from '#data/platform/cookies.ts'

/** Longer ones the register call would not take (contract: `Registration`). */
const REFERRAL_MAX = 100

/** What the address says about how the person came here, noted once when the page starts. */
export function storeReferral(search: string) {
  const referral = readReferral(search)
  // The first one who brought somebody here counts (specification, section 4).
  if (referral !== undefined && !readCookieNow('ref')) writeCookie('ref', referral, REFERRAL_DAYS)
}

/** Leaves the home its plain address, which the router would give it later: as a way to another page, and the drawn one is this. */
export function removeArrivalQuery(): void {
  const { pathname, search, hash } = location
  if (pathname === '/' && search !== '' && isArrival(search)) history.replaceState(history.state, '', `/${hash}`)
}

/** The query param `r`: a word of printing characters, or nothing. */
export function readReferral(search: string): string | undefined {
  const referral = new URLSearchParams(search).get('r')?.trim() ?? ''
  if (referral === '' || referral.length > REFERRAL_MAX) return undefined
  return /[\p{C}\p{Z}]/u.test(referral) ? undefined : referral
}
