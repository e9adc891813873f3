import { watchQuery } from './liveQuery.ts'

/**
 * Replaces Dexie for dexie-react-hooks in the page (`vite.config.ts`), so that the first screen's hooks do not bundle
 * Dexie. `hasValue` returns false: the hooks would otherwise run each query twice, once during render.
 */
export const Dexie = {
  liveQuery: <Found>(look: () => Promise<Found>) => ({
    hasValue: () => false,
    subscribe: (next: (found: Found) => void, error: (failure: unknown) => void) => watchQuery(look, { next, error }),
  }),
}
