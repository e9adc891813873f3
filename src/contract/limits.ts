/**
 * Constants of docs/specification.md, section 9, and the limits of docs/api.md#limits. Times in ms unless a name says
 * otherwise.
 */

/** Below this width, in px, the layout is the mobile one (docs/specification.md, section 2). */
export const MOBILE_BREAKPOINT = 675
/** The bottom bar shows after scrolling past this many px (docs/specification.md, section 2). */
export const BOTTOM_BAR_SCROLL = 100
/** Title search waits this long after the last key (docs/specification.md, section 5). */
export const TITLE_SEARCH_DEBOUNCE = 500
/** Person search waits this long after the last key (docs/specification.md, section 5). */
export const PERSON_SEARCH_DEBOUNCE = 1000
/** Shortest query of the search menu (docs/specification.md, section 5). */
export const MENU_QUERY_MIN = 2
/** The full search opens for queries longer than this (docs/specification.md, section 2: "longer than 2"). */
export const FULL_QUERY_OVER = 2
/** Longest query that is searched, in characters; longer ones are cut. */
export const QUERY_MAX = 120
/** Desktop search menu: number of titles shown (docs/specification.md, section 9). */
export const MENU_TITLES = 6
/** Desktop search menu: people shown when there are more than `MENU_PEOPLE_OVER` (docs/specification.md, section 9). */
export const MENU_PEOPLE = 6
export const MENU_PEOPLE_OVER = 8
/** The mobile search input takes the focus after this long (docs/specification.md, section 2). */
export const MOBILE_SEARCH_FOCUS = 500
/** Lifetime of the `ref` cookie, in days (docs/specification.md, section 4). */
export const REFERRAL_DAYS = 7
/**
 * How long the app polls for a payment's result after the user left for the gateway (docs/product.md#payment-check).
 */
export const CHECK_FOR = 15 * 60_000

/** Query cache (docs/specification.md, section 9). */
export const STALE_TIME = 60_000
export const CACHE_TIME = 300_000
export const QUERY_RETRIES = 3
export const RETRY_CAP = 30_000

export const PER_PAGE = 24
export const PER_PAGE_MAX = 100
/** Maximum number of rows in one delta page (docs/api.md#limits). */
export const DELTA_LIMIT = 500
/** A search can be paged through this many titles, best match first; a narrower query finds the rest. */
export const SEARCH_DEPTH = 240
/** Maximum number of results of the search menu's light search (docs/api.md#limits). */
export const MENU_RESULTS = 20
/** Highest page number; higher ones are read as this. */
export const PAGE_MAX = 100_000
