/**
 * A signal that aborts as soon as one of the signals does. `AbortSignal.any` came with Safari 17.4 and Chrome 116, above the
 * baseline (vite.baseline.ts).
 */
export function anySignal(...signals: AbortSignal[]): AbortSignal {
  const { any } = AbortSignal as { any?: typeof AbortSignal.any }
  return any ? any.call(AbortSignal, signals) : joined(signals)
}

/** Listeners stay on signals that never abort, for as long as these live. */
function joined(signals: AbortSignal[]): AbortSignal {
  const controller = new AbortController()
  for (const source of signals) {
    const abort = () => controller.abort(source.reason)
    if (source.aborted) abort()
    else source.addEventListener('abort', abort, { once: true, signal: controller.signal })
  }
  return controller.signal
}
