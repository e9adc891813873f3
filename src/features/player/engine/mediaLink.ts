import type { Stream } from '#contract/files.ts'
import { apiAddress } from '#data/network/apiBase.ts'
import { EXPECTED_ERRORS, ignoring } from '#data/platform/ignoring.ts'

/** How long before its expiry a link is renewed, in ms. */
const RENEW_BEFORE = 60_000
/** `setTimeout` overflows above 2^31 ms. */
const MAX_TIMER = 2_000_000_000

/** The URL of a video whose signature is renewed during playback. */
export interface MediaLink {
  /** the current URL of the HLS master playlist */
  readonly master: string
  /** Maps an earlier URL to the current signature. */
  current: (address: string) => string
  /** Requests a new link; parallel calls share one request. Rejects with the server's refusal. */
  renew: () => Promise<void>
  close: () => void
}

/** Creates a link that never expires, for downloads and public trailers. */
export function fixedLink(master: string): MediaLink {
  return { master, current: (address) => address, renew: async () => undefined, close: () => undefined }
}

/**
 * Creates a signed link. `ask` requests a new signature and returns null when the user may no longer watch.
 * `onReplaced` is called when the file was replaced by one with different segments.
 */
export function signedLink(
  first: Stream,
  { ask, onReplaced }: { ask: () => Promise<Stream | null>; onReplaced: () => void },
): MediaLink {
  let stream = first
  let pendingRenewal: Promise<void> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function scheduleRenewal() {
    clearTimeout(timer)
    // Computes the lifetime from the server's clock, because the device's clock may be wrong.
    const life = Date.parse(stream.expiresAt) - Date.parse(stream.now)
    timer = setTimeout(
      () => void renew().catch(ignoring(...EXPECTED_ERRORS, 'NoLink')),
      Math.min(MAX_TIMER, Math.max(life - RENEW_BEFORE, life / 2, 1_000)),
    )
  }

  async function requestLink() {
    const next = await ask()
    if (!next) throw new NoLink()
    const isAnother = next.version !== stream.version
    stream = next
    scheduleRenewal()
    if (isAnother) onReplaced()
  }

  function renew() {
    pendingRenewal ??= requestLink().finally(() => {
      pendingRenewal = undefined
    })
    return pendingRenewal
  }

  scheduleRenewal()
  return {
    get master() {
      return apiAddress(stream.master)
    },
    current(address) {
      const base = baseOf(apiAddress(stream.master))
      const old = baseOf(address)
      return base && old ? `${base.before}${base.signed}${old.rest}` : address
    },
    renew,
    close: () => clearTimeout(timer),
  }
}

/** The user may no longer watch this video. */
class NoLink extends Error {
  override name = 'NoLink'
}

/** Splits a `/media/stream/{signed}/{rest}` URL; undefined for any other URL. */
function baseOf(address: string): { before: string; signed: string; rest: string } | undefined {
  const [, before, signed, rest] = /^(.*\/media\/stream\/)([^/]+)(\/.*)$/.exec(address) ?? []
  return before !== undefined && signed !== undefined && rest !== undefined ? { before, signed, rest } : undefined
}
