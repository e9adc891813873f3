import { join } from 'node:path'
import { readOrCreateSecret } from '#server/platform/storedSecret.ts'
import { isVapidKey, newVapidKey, type Vapid, vapidOf } from './vapid.ts'

export interface PushSettings {
  vapid: Vapid
  /** Allows private addresses and plain http: for tests only. */
  anywhere?: boolean
}

interface PushEnvironment {
  dataDir: string
  key: string | undefined
  contact: string | undefined
  /** the app's public origin, if configured */
  origin: string | undefined
}

/** Uses the given key, or the one that the first start created. */
export function readPush({ dataDir, key, contact, origin }: PushEnvironment): PushSettings {
  const home = origin?.startsWith('https:') ? origin : undefined
  return { vapid: vapidOf(key ?? storedKey(dataDir), contact ?? home ?? 'mailto:push@localhost') }
}

/** Created by the first start. */
function storedKey(dataDir: string): string {
  return readOrCreateSecret({
    file: join(dataDir, 'push-key'),
    create: newVapidKey,
    isValid: isVapidKey,
    setting: 'VAPID_PRIVATE_KEY',
  })
}
