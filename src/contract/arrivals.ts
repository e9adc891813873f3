/**
 * What an address says of how somebody came: who brought them (`r`), and what campaigns, networks and letters add to
 * every address they lead to.
 */
const ARRIVAL =
  /^(?:r|utm_\w+|fbclid|gclid|gbraid|wbraid|gad_source|gad_campaignid|dclid|srsltid|msclkid|yclid|ttclid|twclid|igsh|igshid|mc_cid|mc_eid)$/

/** Whether a query, as it stands in an address, says nothing of what is to be shown: with it the home is the plain home. */
export function isArrival(search: string): boolean {
  const parts = search.replace(/^\?/, '').split('&')
  return parts.every((part) => part === '' || ARRIVAL.test(part.split('=', 1)[0] ?? ''))
}
