import type { WorkboxPlugin } from 'workbox-core'
import { CacheExpiration } from 'workbox-expiration'
import { isStorageLow } from '#data/database/storageQuota.ts'
import { PICTURE_CACHE } from '#data/platform/cacheNames.ts'

/** Number of pictures kept when storage is low. */
const FEW = 300
/** The quota is checked once per this many pictures. */
const LOOK_EVERY = 20

let kept = 0
let isShort = false

/** Stops caching pictures while storage is low and keeps the newest: the outbox and downloads need the space more. */
export const pictureQuota = {
  async cacheWillUpdate({ response }) {
    if (kept++ % LOOK_EVERY === 0) {
      isShort = await isStorageLow().catch(() => false)
      if (isShort) await new CacheExpiration(PICTURE_CACHE, { maxEntries: FEW }).expireEntries().catch(() => undefined)
    }
    return isShort ? null : response
  },
} satisfies WorkboxPlugin
