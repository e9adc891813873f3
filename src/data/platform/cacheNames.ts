import type { CacheName } from './inventory.ts'

/** Cache Storage names that page and worker share. */

/** Posters and stills; the worker fills it. */
export const PICTURE_CACHE = 'parde-media' satisfies CacheName
/** Posters and backdrops of the titles on the user's lists, in the sizes that this device shows. */
export const PACK_CACHE = 'parde-pack' satisfies CacheName
/** Followed by user id, file id and run: the segments of one download. */
export const DOWNLOAD_CACHE_PREFIX = 'parde-video-' satisfies CacheName
/** Chunks that were not precached. */
export const CHUNK_CACHE = 'parde-parts' satisfies CacheName
/** Files of previous builds. Earlier versions had a cache for each build, with a number after this prefix. */
export const PREVIOUS_BUILD_PREFIX = 'parde-former-' satisfies CacheName
/** Followed by the build: its prerendered home. */
export const HOME_CACHE_PREFIX = 'parde-home-' satisfies CacheName
/** An empty cache that exists while the home screen has personal rows. */
export const PERSONAL_HOME_MARKER = 'parde-own-home' satisfies CacheName
/** An empty cache that exists while the user's data saver is on. */
export const DATA_SAVER_MARKER = 'parde-spares-data' satisfies CacheName
