const hooks = new Set<() => Promise<unknown>>()

/** Runs and awaits `hook` before the user is signed out in this page or worker. Returns how to unregister it. */
export function beforeSignOut(hook: () => Promise<unknown>): () => void {
  hooks.add(hook)
  return () => hooks.delete(hook)
}

export async function runSignOutHooks(): Promise<void> {
  await Promise.all([...hooks].map((hook) => hook()))
}
