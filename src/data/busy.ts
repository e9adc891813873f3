/**
 * What a reload for a new version would cut short: `playback` never is, nor the phone's own `picker`, behind which the page
 * is not seen; a `form` is let go once nobody looks (invariant I13). Whoever does such a thing says so; what is typed into
 * fields and played by elements is seen without a word.
 */
type Work = 'playback' | 'picker' | 'form'

const held = new Map<symbol, Work>()
const listeners = new Set<() => void>()

/** Holds new versions back until the answer is called. */
export function holdBusy(work: Work): () => void {
  const hold = Symbol(work)
  held.set(hold, work)
  tell()
  return () => {
    if (held.delete(hold)) tell()
  }
}

export function isBusyWith(work: Work): boolean {
  return [...held.values()].includes(work)
}

export function watchBusy(changed: () => void): () => void {
  listeners.add(changed)
  return () => listeners.delete(changed)
}

function tell() {
  for (const listener of listeners) listener()
}
