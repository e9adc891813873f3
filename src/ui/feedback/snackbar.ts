/** A short word to the person about something that just happened, at the foot of the screen. */
export interface Snackbar {
  text: string
  /** One thing to do about it, such as undo; doing it closes the notice. */
  action?: { label: string; act: () => void } | undefined
  tone?: 'plain' | 'warning' | undefined
}

/** The notice that shows, with a number that tells it from the one before. */
export type ShownSnackbar = Snackbar & { id: number }

let shown: ShownSnackbar | undefined
let last = 0
const listeners = new Set<() => void>()

/**
 * Shows a notice in place of the one that may be there, and answers its number. For any feature; nothing is lost when
 * nobody listens yet.
 */
export function showSnackbar(notice: Snackbar): number {
  last += 1
  shown = { ...notice, id: last }
  tell()
  return last
}

/** Takes the notice away; another one that came meanwhile stays. */
export function dismissSnackbar(id: number) {
  if (shown?.id !== id) return
  shown = undefined
  tell()
}

export function currentSnackbar(): ShownSnackbar | undefined {
  return shown
}

export function watchSnackbar(changed: () => void): () => void {
  listeners.add(changed)
  return () => listeners.delete(changed)
}

function tell() {
  for (const listener of listeners) listener()
}
