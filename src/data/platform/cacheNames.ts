/** Cache Storage names that page and worker share. */

/** Posters and stills; the worker fills it. */
export const PICTURE_CACHE = 'parde-media'
/** Followed by user id, file id and run: the segments of one download. */
export const DOWNLOAD_CACHE_PREFIX = 'parde-video-'
/** Chunks that were not precached. */
export const CHUNK_CACHE = 'parde-parts'
/** Followed by a number: the files of one previous build. */
export const PREVIOUS_BUILD_PREFIX = 'parde-former-'
/** Followed by the build: its prerendered home. */
export const HOME_CACHE_PREFIX = 'parde-home-'
/** An empty cache that exists while the home screen has personal rows. */
export const PERSONAL_HOME_MARKER = 'parde-own-home'
/** An empty cache that exists while the user's data saver is on. */
export const DATA_SAVER_MARKER = 'parde-spares-data'
