import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newVapidKey, type Vapid, vapidOf } from './vapid.ts'

export interface PushSettings {
  vapid: Vapid
  /** Hands messages to any address, inside this network and without TLS as well: for tests alone. */
  anywhere?: boolean
}

interface Told {
  dataDir: string
  key: string | undefined
  contact: string | undefined
  /** the app's public address, where it is known */
  origin: string | undefined
}

/** With the key that was given, or that the first start made. */
export function readPush({ dataDir, key, contact, origin }: Told): PushSettings {
  const home = origin?.startsWith('https:') ? origin : undefined
  return { vapid: vapidOf(key ?? keptKey(dataDir), contact ?? home ?? 'mailto:push@localhost') }
}

/** Readable by this user alone. */
function keptKey(dataDir: string): string {
  mkdirSync(dataDir, { recursive: true })
  const file = join(dataDir, 'push-key')
  try {
    // Fails when there is one: two first starts at once end with the same key.
    writeFileSync(file, newVapidKey(), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readFileSync(file, 'utf8').trim()
}
