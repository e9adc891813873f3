import type { DeviceDatabase } from './deviceDatabase.ts'
import { lazyDatabases } from './lazy.ts'

/**
 * The database of the device. To be asked for before a transaction and not in it: in the first moment of a page its library
 * is still on its way.
 */
export async function device(): Promise<DeviceDatabase> {
  return (await lazyDatabases()).deviceDatabase
}
