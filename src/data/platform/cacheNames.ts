/** Cache Storage names that page and worker share. */

/** Posters and stills; the worker fills it. */
export const PICTURE_CACHE = 'parde-media'
/** Followed by user id, file id and run: the segments of one download. */
export const DOWNLOAD_CACHE_PREFIX = 'parde-video-'
