import type { WorkboxPlugin } from 'workbox-core'
import { CacheExpiration } from 'workbox-expiration'
import { isStorageLow } from '#data/database/storageQuota.ts'
import { PICTURE_CACHE } from '#data/platform/cacheNames.ts'
import { ignoring, STORAGE_ERRORS } from '#data/platform/ignoring.ts'

/** Number of pictures kept when storage is low. */
const MAX_PICTURES_WHEN_LOW = 300
/** The quota is checked once per this many pictures. */
const CHECK_INTERVAL = 20

/** Stops caching pictures while storage is low and keeps the newest: the outbox and downloads need the space more. */
export function createPictureQuota() {
  let cachedCount = 0
  let isLow = false
  return {
    async cacheWillUpdate({ response }) {
      if (cachedCount++ % CHECK_INTERVAL === 0) {
        isLow = await isStorageLow()
        if (isLow) await expireOldest().catch(ignoring(...STORAGE_ERRORS))
      }
      return isLow ? null : response
    },
  } satisfies WorkboxPlugin
}

function expireOldest(): Promise<void> {
  return new CacheExpiration(PICTURE_CACHE, { maxEntries: MAX_PICTURES_WHEN_LOW }).expireEntries()
}
