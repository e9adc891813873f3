import { watchQuery } from './liveQuery.ts'

/**
 * What dexie-react-hooks takes of the library, for the page: it gets this in place of it (`vite.config.ts`), so that the hooks
 * of the first screen do not bring the library along. A query begins with the effect that listens and not while the screen
 * is drawn: `hasValue` spares the library's look ahead, which would ask everything twice.
 */
export const Dexie = {
  liveQuery: <Found>(look: () => Promise<Found>) => ({
    hasValue: () => false,
    subscribe: (next: (found: Found) => void, error: (failure: unknown) => void) => watchQuery(look, { next, error }),
  }),
}
