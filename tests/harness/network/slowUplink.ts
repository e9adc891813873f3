import { vi } from 'vitest'

/** A slow network in virtual time: which request times out depends on bytes alone, never on the speed of the machine. */
export interface SlowUplink {
  /** Bytes that left the device, also of requests that timed out. */
  sent: number
  timeouts: number
  /** Virtual ms since the start. */
  now: number
  stop(): void
}

/**
 * Sends every POST through one uplink of `rate` bytes per ms, in the order of their start, with `latency` ms in each
 * direction. A request that is aborted after its upload has reached the server. Call after `createDevice`.
 */
export function slowUplink({ rate, latency }: { rate: number; latency: number }): SlowUplink {
  const events: { at: number; run: () => void }[] = []
  const through = globalThis.fetch
  let [freeAt, waiting, busy] = [0, 0, 0]
  const at = (time: number, run: () => void) => {
    events.push({ at: time, run })
    events.sort((one, other) => one.at - other.at)
  }
  const delay = (time: number) => new Promise<void>((done) => at(time, done))
  const timeouts = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const controller = new AbortController()
    at(uplink.now + ms, () => controller.abort(new DOMException('timeout', 'TimeoutError')))
    return controller.signal
  })

  /** Resolves to false when the request is aborted first. */
  async function isThere(time: number, signal: AbortSignal): Promise<boolean> {
    const aborted = new Promise<void>((done) => signal.addEventListener('abort', () => done()))
    waiting++
    await Promise.race([delay(time), aborted])
    waiting--
    return !signal.aborted
  }

  globalThis.fetch = async (input, init = {}) => {
    if (init.method !== 'POST') return through(input, init)
    const signal = init.signal ?? new AbortController().signal
    const bytes = new TextEncoder().encode(String(init.body)).length
    const start = Math.max(freeAt, uplink.now)
    freeAt = start + bytes / rate
    if (!(await isThere(freeAt, signal))) {
      // The rest is not sent.
      uplink.sent += Math.max(0, (uplink.now - start) * rate)
      freeAt = uplink.now
      uplink.timeouts++
      signal.throwIfAborted()
    }
    uplink.sent += bytes
    busy++
    const response = await through(input, { ...init, signal: null }).finally(() => busy--)
    if (!(await isThere(uplink.now + 2 * latency, signal))) uplink.timeouts++
    signal.throwIfAborted()
    return response
  }
  // Time passes only while requests travel.
  const timer = setInterval(() => {
    const next = waiting > 0 && busy === 0 ? events.shift() : undefined
    if (!next) return
    uplink.now = Math.max(uplink.now, next.at)
    next.run()
  })
  const uplink: SlowUplink = {
    sent: 0,
    timeouts: 0,
    now: 0,
    stop() {
      clearInterval(timer)
      timeouts.mockRestore()
      globalThis.fetch = through
    },
  }
  return uplink
}
