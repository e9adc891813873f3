import type { WorkboxPlugin } from 'workbox-core'
import { CacheExpiration } from 'workbox-expiration'
import { isStorageLow } from '#data/database/storageQuota.ts'
import { PICTURE_CACHE } from '#data/platform/cacheNames.ts'

/** How many stay when room gets short. */
const FEW = 300
/** So many pictures are kept between two looks at the room there is. */
const LOOK_EVERY = 20

let kept = 0
let isShort = false

/** Keeps no more pictures while room is short, and only the newest few of those that are here: one's own changes and films need it more. */
export const pictureQuota = {
  async cacheWillUpdate({ response }) {
    if (kept++ % LOOK_EVERY === 0) {
      isShort = await isStorageLow().catch(() => false)
      if (isShort) await new CacheExpiration(PICTURE_CACHE, { maxEntries: FEW }).expireEntries().catch(() => undefined)
    }
    return isShort ? null : response
  },
} satisfies WorkboxPlugin
