import type { Query, QueryClient } from '@tanstack/react-query'
import type { PackRequest } from '#contract/workerMessages.ts'
import { lazyDatabases } from '#data/database/lazy.ts'
import { watchSession } from '#data/database/session.ts'
import { watchNetwork } from '#data/downloads/conditions.ts'
import { watchReconnect } from '#data/network/connectivity.ts'
import { picturesForScreen, storePackPictures, watchPackSettings } from '#data/pack/packSettings.ts'
import { PACK_TAG } from '#data/pack/packTag.ts'
import { EXPECTED_ERRORS, ignoring } from '#data/platform/ignoring.ts'
import { whenIdle } from '#data/platform/whenIdle.ts'

/** Changes of the lists within this time cause one request, in ms. */
const SETTLE = 1_500
/** A running pass is requested again after this long, in ms: browsers end a worker that no page needs. */
const RENEW = 20_000
/** A pass that stopped is repeated after this long, in ms. */
const RETRY = 60_000
/** Longer than the gap between two reads of a screen, in ms. */
const FREE_AFTER = 400
/** A hold is renewed before the worker drops it, in ms (src/data/pack/packHold.ts). */
const RENEW_HOLD = 10_000

/** Queries that no screen waits for. */
const BACKGROUND = new Set<unknown>(['pull', 'user', 'device'])
/** Tables of the lists, as Dexie's commits name them. */
const LIST_PART = /\/(watchlist|history|downloadRules)\//

/**
 * Has the worker fill the offline pack: after the start, sign-in, each change of the lists, and when the network
 * returns. The worker does it, so that the page stays free; it pauses while a screen reads from the server.
 */
export function startPack(client: QueryClient) {
  const { serviceWorker } = navigator
  if (!serviceWorker) return
  let userId: number | undefined
  let isRunning = false
  let isHeld = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let freeTimer: ReturnType<typeof setTimeout> | undefined

  const post = (hold: boolean, port?: MessagePort) =>
    serviceWorker.controller?.postMessage({ type: 'parde:pack', hold } satisfies PackRequest, port ? [port] : [])

  async function request() {
    if (userId === undefined || !serviceWorker.controller || document.visibilityState !== 'visible') return
    await storePackPictures(picturesForScreen(innerWidth, devicePixelRatio, formatOfPage()))
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }) => {
      isRunning = false
      clearTimeout(timer)
      if (data === 'stopped') later(RETRY)
    }
    isRunning = true
    post(false, port2)
    if (isHeld) post(true)
    later(RENEW)
  }

  function later(delay: number) {
    clearTimeout(timer)
    timer = setTimeout(() => whenIdle(() => void request().catch(ignoring(...EXPECTED_ERRORS))), delay)
  }

  const isWaiting = ({ queryKey, state }: Query) => state.fetchStatus === 'fetching' && !BACKGROUND.has(queryKey[0])
  function updateHold() {
    if (!isRunning) return
    const isBusy = client.getQueryCache().getAll().some(isWaiting)
    clearTimeout(freeTimer)
    if (isBusy) {
      if (!isHeld) post(true)
      isHeld = true
      freeTimer = setTimeout(() => {
        isHeld = false
        updateHold()
      }, RENEW_HOLD)
    } else if (isHeld) {
      freeTimer = setTimeout(() => {
        isHeld = false
        later(0)
      }, FREE_AFTER)
    }
  }
  client.getQueryCache().subscribe(updateHold)

  watchSession((session) => {
    userId = session?.status === 'active' ? session.user.id : undefined
    later(SETTLE)
  })
  void lazyDatabases().then(({ Dexie }) =>
    Dexie.on('storagemutated', (commit) => {
      if (Object.keys(commit).some((part) => LIST_PART.test(part))) {
        later(SETTLE)
        void registerSync().catch(ignoring(...EXPECTED_ERRORS, 'NotAllowedError'))
      }
    }),
  )
  serviceWorker.addEventListener('controllerchange', () => later(SETTLE))
  document.addEventListener('visibilitychange', () => later(SETTLE))
  watchReconnect(() => later(SETTLE))
  watchNetwork(() => later(SETTLE))
  watchPackSettings(() => later(0))
}

/** The format that this browser chose for a picture of the page. */
function formatOfPage(): 'avif' | 'webp' {
  const shown = [...document.images].map(({ currentSrc }) => currentSrc)
  const isWithoutAvif = shown.some((url) => url.endsWith('.webp')) && !shown.some((url) => url.endsWith('.avif'))
  return isWithoutAvif ? 'webp' : 'avif'
}

/** Continues the pack when the network returns after the page is closed. */
async function registerSync(): Promise<void> {
  const registration = await navigator.serviceWorker.ready
  await (registration as { sync?: { register(tag: string): Promise<void> } }).sync?.register(PACK_TAG)
}
