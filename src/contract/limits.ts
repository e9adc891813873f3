/** Constants of the specification (section 9) and the limits of the API page. Times in ms unless a name says otherwise. */

/** Below this width, in px, the layout is the mobile one (specification, section 2). */
export const MOBILE_BREAKPOINT = 675
/** The bottom bar shows after scrolling past this many px (specification, section 2). */
export const BOTTOM_BAR_SCROLL = 100
/** Title search waits this long after the last key (specification, section 5). */
export const TITLE_SEARCH_DEBOUNCE = 500
/** Person search waits this long after the last key (specification, section 5). */
export const PERSON_SEARCH_DEBOUNCE = 1000
/** Shortest query of the search menu (specification, section 5). */
export const MENU_QUERY_MIN = 2
/** The full search opens for queries longer than this (specification, section 2: "longer than 2"). */
export const FULL_QUERY_OVER = 2
/** Longest query anyone answers; what is longer is cut. */
export const QUERY_MAX = 120
/** Desktop search menu: titles shown when there are more (specification, section 9). */
export const MENU_TITLES = 6
/** Desktop search menu: people shown when there are more than `MENU_PEOPLE_OVER` (specification, section 9). */
export const MENU_PEOPLE = 6
export const MENU_PEOPLE_OVER = 8
/** The mobile search input takes the focus after this long (specification, section 2). */
export const MOBILE_SEARCH_FOCUS = 500
/** The `ref` cookie lives this many days (specification, section 4). */
export const REFERRAL_DAYS = 7
/** After going to the gateway its answer is asked for this long (product page, "Payment check"). */
export const CHECK_FOR = 15 * 60_000

/** Query cache (specification, section 9). */
export const STALE_TIME = 60_000
export const CACHE_TIME = 300_000
export const QUERY_RETRIES = 3
export const RETRY_CAP = 30_000

export const PER_PAGE = 24
export const PER_PAGE_MAX = 100
/** Most rows one delta page may carry (API page). */
export const DELTA_LIMIT = 500
/** So many titles of one search can be paged through, the nearest and most voted: who misses one names it with another word. */
export const SEARCH_DEPTH = 240
/** The light search of the menu answers at most this many (API page). */
export const MENU_RESULTS = 20
/** Highest page number anyone may ask for; what is higher is read as this. */
export const PAGE_MAX = 100_000
