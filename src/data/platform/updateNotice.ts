import { sessionItems } from './webStorage.ts'

const UPDATE_KEY = 'parde-updated'

/** Records, across the reload that follows, that a new version was installed. */
export function storeUpdateNotice() {
  sessionItems.set(UPDATE_KEY, '1')
}

/** Returns true once, on the first page of a new version. */
export function takeUpdateNotice(): boolean {
  const isNoted = sessionItems.get(UPDATE_KEY) !== null
  sessionItems.remove(UPDATE_KEY)
  return isNoted
}
