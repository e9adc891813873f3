/**
 * Query parameters that say how a visitor arrived: the referral code (`r`) and the tracking parameters that campaigns,
 * social networks and newsletters append.
 */
const ARRIVAL_PARAMETER =
  /^(?:r|utm_\w+|fbclid|gclid|gbraid|wbraid|gad_source|gad_campaignid|dclid|srsltid|msclkid|yclid|ttclid|twclid|igsh|igshid|mc_cid|mc_eid)$/

/** Whether a query string holds only arrival parameters, so that the plain home answers it. */
export function hasOnlyArrivalParameters(search: string): boolean {
  const parts = search.replace(/^\?/, '').split('&')
  return parts.every((part) => part === '' || ARRIVAL_PARAMETER.test(part.split('=', 1)[0] ?? ''))
}
