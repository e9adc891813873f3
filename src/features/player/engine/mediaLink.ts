import type { Stream } from '#contract/files.ts'
import { mediaAddress } from '#data/areas/player.ts'

/** A new link is asked for so long before the old one ends, in ms. */
const AHEAD = 60_000
/** Timers take no longer waits. */
const LONGEST_TIMER = 2_000_000_000

/** The address of a film whose signature is renewed under what plays. */
export interface MediaLink {
  /** the HLS master, as it is now */
  readonly master: string
  /** What an address given out earlier is called by now. */
  current: (address: string) => string
  /** Asks for a new one; many who ask at once get one. Rejects with what the server says. */
  renew: () => Promise<void>
  close: () => void
}

/** A film on this device, or open to all: its address does not change. */
export function fixedLink(master: string): MediaLink {
  return { master, current: (address) => address, renew: async () => undefined, close: () => undefined }
}

/**
 * A signed film. `ask` gives a new signature, or nothing when there is none for this person any more; `onReplaced` hears that
 * the film itself is another one by now, with other pieces.
 */
export function signedLink(
  first: Stream,
  { ask, onReplaced }: { ask: () => Promise<Stream | null>; onReplaced: () => void },
): MediaLink {
  let stream = first
  let asking: Promise<void> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function plan() {
    clearTimeout(timer)
    // The server's clock says how long the link lives: this device's may be wrong by years.
    const life = Date.parse(stream.expiresAt) - Date.parse(stream.now)
    timer = setTimeout(
      () => void renew().catch(() => undefined),
      Math.min(LONGEST_TIMER, Math.max(life - AHEAD, life / 2, 1_000)),
    )
  }

  async function askAnew() {
    const next = await ask()
    if (!next) throw new NoLink()
    const isAnother = next.version !== stream.version
    stream = next
    plan()
    if (isAnother) onReplaced()
  }

  function renew() {
    asking ??= askAnew().finally(() => {
      asking = undefined
    })
    return asking
  }

  plan()
  return {
    get master() {
      return mediaAddress(stream.master)
    },
    current(address) {
      const base = baseOf(mediaAddress(stream.master))
      const old = baseOf(address)
      return base && old ? `${base.before}${base.signed}${old.rest}` : address
    },
    renew,
    close: () => clearTimeout(timer),
  }
}

/** There is no link for this person any more. */
class NoLink extends Error {
  override name = 'NoLink'
}

/** `/media/stream/{signed}/{rest}` in its parts; nothing for another address. */
function baseOf(address: string): { before: string; signed: string; rest: string } | undefined {
  const [, before, signed, rest] = /^(.*\/media\/stream\/)([^/]+)(\/.*)$/.exec(address) ?? []
  return before !== undefined && signed !== undefined && rest !== undefined ? { before, signed, rest } : undefined
}
