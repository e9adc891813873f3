import { ignoring, STORAGE_ERRORS } from '#data/platform/ignoring.ts'
import { interruptions } from './interruptions.ts'

/** Most attempts of one read: a page can be put away again while a read is repeated. */
const ATTEMPTS_MAX = 4

/**
 * Runs a read of this device's databases. A read that was interrupted because the page was put away runs again: the
 * databases open when the page is back (docs/sync.md#freeze). Undefined when the storage fails.
 */
export async function readFromDevice<Data>(look: () => Promise<Data>): Promise<Data | undefined> {
  for (let attempt = 1; ; attempt++) {
    const before = interruptions.count
    try {
      return await look()
    } catch (failure) {
      if (before === interruptions.count || attempt === ATTEMPTS_MAX) return ignoring(...STORAGE_ERRORS)(failure)
    }
  }
}
