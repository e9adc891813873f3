import { sameOriginPath } from '#data/platform/sameOriginPath.ts'

interface LaunchQueue {
  setConsumer(consumer: (launch: { targetURL?: string }) => void): void
}

/** The launch that has opened this very window is told at once; it is where it leads already. In ms. */
const OWN = 3_000

/**
 * A shortcut, a shared link or a link to the app, opened while the app is: the window comes forward as it is (the
 * manifest's launch handler) and goes there without loading anew.
 */
export function handleLaunches(go: (path: string) => void) {
  const { launchQueue } = window as { launchQueue?: LaunchQueue }
  let isOwn = true
  setTimeout(() => {
    isOwn = false
  }, OWN)
  launchQueue?.setConsumer(({ targetURL }) => {
    const path = isOwn ? undefined : pathOf(targetURL)
    isOwn = false
    if (path !== undefined) go(path)
  })
}

function pathOf(address: string | undefined): string | undefined {
  if (!address || !URL.canParse(address)) return undefined
  const { origin, pathname, search, hash } = new URL(address)
  return origin === location.origin ? sameOriginPath(pathname + search + hash) : undefined
}
