import { isAbsoluteUrl } from '#data/platform/isAbsoluteUrl.ts'
import { sameOriginPath } from '#data/platform/sameOriginPath.ts'

interface LaunchQueue {
  setConsumer(consumer: (launch: { targetURL?: string }) => void): void
}

/** The launch that opened this window is reported too, within this time in ms; its address is already open. */
const OPENING_LAUNCH = 3_000

/**
 * Navigates in the open window when the app is launched again by a shortcut, a share or a link (launch handler of the
 * manifest), without a reload.
 */
export function handleLaunches(navigate: (path: string) => void) {
  const { launchQueue } = window as { launchQueue?: LaunchQueue }
  let isOpening = true
  setTimeout(() => {
    isOpening = false
  }, OPENING_LAUNCH)
  launchQueue?.setConsumer(({ targetURL }) => {
    const path = isOpening ? undefined : pathOf(targetURL)
    isOpening = false
    if (path !== undefined) navigate(path)
  })
}

function pathOf(address: string | undefined): string | undefined {
  if (!address || !isAbsoluteUrl(address)) return undefined
  const { origin, pathname, search, hash } = new URL(address)
  return origin === location.origin ? sameOriginPath(pathname + search + hash) : undefined
}
