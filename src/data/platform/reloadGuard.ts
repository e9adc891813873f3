/**
 * What a reload for a new version would cut short: `playback` never is, nor what somebody has in `hand` and would have to do
 * again (a phone's own picker, behind which the page is not seen, a list that was read in, a sending whose answer only this page
 * hears); a `form` is let go once nobody looks (invariant I13). Whoever does such a thing says so; what is typed into fields and
 * played by elements is seen without a word.
 */
export type ReloadHold = 'playback' | 'task' | 'form'

const holds = new Map<symbol, ReloadHold>()
const listeners = new Set<() => void>()

/** Holds new versions back until the answer is called. */
export function holdReload(work: ReloadHold): () => void {
  const hold = Symbol(work)
  holds.set(hold, work)
  notify()
  return () => {
    // Later than what takes its place: from one to the next nothing comes between.
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
