interface Badging {
  setAppBadge?: (count: number) => Promise<void>
  clearAppBadge?: () => Promise<void>
}

/** Writes how much is not read onto the app's icon, where the browser can and the app is installed; page and worker. */
export async function showAppBadge(unread: number): Promise<void> {
  const badging: Badging | undefined = (globalThis as { navigator?: Badging }).navigator
  await (unread > 0 ? badging?.setAppBadge?.(unread) : badging?.clearAppBadge?.())?.catch(() => undefined)
}
