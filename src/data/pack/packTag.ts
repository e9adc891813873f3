/** Tag of the Background Sync registration that continues the pack when no page is open. */
export const PACK_TAG = 'parde-pack'
