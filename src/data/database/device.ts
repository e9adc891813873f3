import type { DeviceDatabase } from './deviceDatabase.ts'
import { lazyDatabases } from './lazy.ts'

/** Opens the device database. Call this before a transaction, not inside: it may still have to load Dexie. */
export async function device(): Promise<DeviceDatabase> {
  return (await lazyDatabases()).deviceDatabase
}
