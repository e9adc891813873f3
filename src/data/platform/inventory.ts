import {
  CHUNK_CACHE,
  DATA_SAVER_MARKER,
  DOWNLOAD_CACHE_PREFIX,
  HOME_CACHE_PREFIX,
  PERSONAL_HOME_MARKER,
  PICTURE_CACHE,
  PREVIOUS_BUILD_PREFIX,
} from './cacheNames.ts'

/**
 * What the app stores in Cache Storage and in the device database, and when it is deleted. Sign-out, clear-device,
 * eviction and the storage display read it; a test holds `public/sw-off.js` to it.
 */
interface CacheGroup {
  kind: 'app' | 'pictures' | 'downloads' | 'marker'
  matches: (name: string) => boolean
  onClearDevice: 'keep' | 'delete'
  onKillSwitch: 'keep' | 'delete'
}

const CACHES: CacheGroup[] = [
  // Named by Workbox.
  { kind: 'app', matches: (name) => name.includes('-precache-'), onClearDevice: 'keep', onKillSwitch: 'delete' },
  { kind: 'app', matches: is(CHUNK_CACHE), onClearDevice: 'keep', onKillSwitch: 'delete' },
  { kind: 'app', matches: startsWith(PREVIOUS_BUILD_PREFIX), onClearDevice: 'keep', onKillSwitch: 'delete' },
  { kind: 'app', matches: startsWith(HOME_CACHE_PREFIX), onClearDevice: 'keep', onKillSwitch: 'delete' },
  { kind: 'pictures', matches: is(PICTURE_CACHE), onClearDevice: 'delete', onKillSwitch: 'delete' },
  { kind: 'downloads', matches: startsWith(DOWNLOAD_CACHE_PREFIX), onClearDevice: 'delete', onKillSwitch: 'keep' },
  { kind: 'marker', matches: is(PERSONAL_HOME_MARKER), onClearDevice: 'delete', onKillSwitch: 'keep' },
  { kind: 'marker', matches: is(DATA_SAVER_MARKER), onClearDevice: 'delete', onKillSwitch: 'keep' },
]

/** Returns undefined for a cache that this version does not know. */
export function cacheGroupOf(name: string): CacheGroup | undefined {
  return CACHES.find(({ matches }) => matches(name))
}

/** Tables of the device database with an age, which eviction shortens. Private: they tell what the user looked at. */
export const EVICTABLE_TABLES = ['answers', 'titles', 'cards', 'people'] as const
/** Tables of the device database that sign-out clears and the storage display counts as seen content. */
export const SEEN_TABLES = [...EVICTABLE_TABLES, 'searches'] as const

function is(expected: string) {
  return (name: string) => name === expected
}

function startsWith(prefix: string) {
  return (name: string) => name.startsWith(prefix)
}
