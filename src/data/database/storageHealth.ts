/**
 * What is wrong with this device's storage. `unsaved`: it does not open any more, nothing new is kept; `full`: a change
 * found no room; `blocked`: another tab with an older version is in the way.
 */
export type StorageTrouble = 'unsaved' | 'full' | 'blocked'

const present = new Set<StorageTrouble>()
const listeners = new Set<() => void>()

export function noteTrouble(trouble: StorageTrouble) {
  if (present.has(trouble)) return
  present.add(trouble)
  tell()
}

export function clearTrouble(...gone: StorageTrouble[]) {
  if (gone.filter((trouble) => present.delete(trouble)).length > 0) tell()
}

/** The worst of what is wrong; nothing when all is well. */
export function storageTrouble(): StorageTrouble | undefined {
  return (['unsaved', 'blocked', 'full'] as const).find((trouble) => present.has(trouble))
}

export function watchTrouble(changed: () => void): () => void {
  listeners.add(changed)
  return () => listeners.delete(changed)
}

function tell() {
  for (const listener of listeners) listener()
}
