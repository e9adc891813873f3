/**
 * What is wrong with this device's storage. `unsaved`: it does not open any more, nothing new is kept; `full`: a change
 * found no room; `blocked`: another tab with an older version is in the way.
 */
export type StorageProblem = 'unsaved' | 'full' | 'blocked'

const present = new Set<StorageProblem>()
const listeners = new Set<() => void>()

export function setStorageProblem(trouble: StorageProblem) {
  if (present.has(trouble)) return
  present.add(trouble)
  notify()
}

export function clearStorageProblems(...gone: StorageProblem[]) {
  if (gone.filter((trouble) => present.delete(trouble)).length > 0) notify()
}

/** The worst of what is wrong; nothing when all is well. */
export function storageProblem(): StorageProblem | undefined {
  return (['unsaved', 'blocked', 'full'] as const).find((trouble) => present.has(trouble))
}

export function watchStorageProblem(changed: () => void): () => void {
  listeners.add(changed)
  return () => listeners.delete(changed)
}

function notify() {
  for (const listener of listeners) listener()
}
