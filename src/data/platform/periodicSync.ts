/** The part of Periodic Background Sync that Parde uses; TypeScript's DOM library does not declare it. */
export interface PeriodicSync {
  register(tag: string, options: { minInterval: number }): Promise<void>
  unregister(tag: string): Promise<void>
  getTags(): Promise<string[]>
}

/** Ends the refresh in the background. The next start of the app registers it again. */
export async function unregisterPeriodicSync(): Promise<void> {
  if (typeof navigator === 'undefined' || !('serviceWorker' in navigator)) return
  const registration = await navigator.serviceWorker.getRegistration()
  const { periodicSync } = (registration ?? {}) as { periodicSync?: PeriodicSync }
  for (const tag of (await periodicSync?.getTags()) ?? []) await periodicSync?.unregister(tag)
}
