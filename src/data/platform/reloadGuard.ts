/**
 * Work that a reload for a new version would interrupt. `playback` and `task` (a file picker, an imported list, a
 * request whose answer only this page receives) hold the reload until they end; a `form` holds it until the page is
 * hidden (docs/sync.md#invariants). Callers register a hold; typing and playing media elements are detected
 * automatically.
 */
export type ReloadHold = 'playback' | 'task' | 'form'

const holds = new Map<symbol, ReloadHold>()
const listeners = new Set<() => void>()

/** Holds back reloads until the returned function is called. */
export function holdReload(purpose: ReloadHold): () => void {
  const hold = Symbol(purpose)
  holds.set(hold, purpose)
  notify()
  return () => {
    // In a microtask, so that a hold that replaces this one is registered before listeners are notified.
    if (holds.delete(hold)) queueMicrotask(notify)
  }
}

export function isReloadHeldFor(work: ReloadHold): boolean {
  return [...holds.values()].includes(work)
}

export function watchReloadHolds(changed: () => void): () => void {
  listeners.add(changed)
  return () => listeners.delete(changed)
}

function notify() {
  for (const listener of listeners) listener()
}
