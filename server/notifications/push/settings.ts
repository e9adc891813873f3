import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newVapidKey, type Vapid, vapidOf } from './vapid.ts'

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
  return { vapid: vapidOf(key ?? readOrCreateKey(dataDir), contact ?? home ?? 'mailto:push@localhost') }
}

/** Readable by this user only. */
function readOrCreateKey(dataDir: string): string {
  mkdirSync(dataDir, { recursive: true })
  const file = join(dataDir, 'push-key')
  try {
    // `wx` fails if the file exists: two first starts at once end with the same key.
    writeFileSync(file, newVapidKey(), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readFileSync(file, 'utf8').trim()
}
