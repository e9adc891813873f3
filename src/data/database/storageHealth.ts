/**
 * `unsaved`: the database no longer opens, so nothing new is stored; `stuck`: the browser does not answer; `full`: a
 * change of the user found no space; `noSpace`: what the app stores by itself found none; `blocked`: a tab with an older
 * version blocks an upgrade.
 */
export type StorageProblem = 'unsaved' | 'stuck' | 'full' | 'noSpace' | 'blocked'

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

/** Returns the most severe problem. */
export function storageProblem(): StorageProblem | undefined {
  return (['unsaved', 'blocked', 'stuck', 'full', 'noSpace'] as const).find((trouble) => present.has(trouble))
}

export function watchStorageProblem(changed: () => void): () => void {
  listeners.add(changed)
  return () => listeners.delete(changed)
}

function notify() {
  for (const listener of listeners) listener()
}
