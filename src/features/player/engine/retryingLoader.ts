import type Hls from 'hls.js'
import type { HlsConfig, Loader, LoaderCallbacks, LoaderConfiguration, LoaderContext, LoaderStats } from 'hls.js'
import { isCompleteMp4 } from './isCompleteMp4.ts'
import type { MediaLink } from './mediaLink.ts'
import { type FailureReason, type FetchOutcome, retryPolicy } from './retryPolicy.ts'
import type { RetryTimers } from './retryTimers.ts'

interface LoaderContextOptions {
  link: MediaLink
  retryTimers: RetryTimers
  /** Reports the cause of a failure, or undefined after a loaded segment. */
  reportFailure: (trouble: FailureReason | undefined) => void
  /** Called when the server refuses a new link. */
  onRefused: (failure: unknown) => void
}

/**
 * An hls.js loader that retries network failures itself: hls.js sees a slow segment instead of an error and keeps its
 * position, buffer and levels. `retryPolicy` decides about each failure.
 */
export function retryingLoader(library: typeof Hls, options: LoaderContextOptions) {
  const Plain = library.DefaultConfig.loader
  return class RetryingLoader implements Loader<LoaderContext> {
    context: LoaderContext | null = null
    stats: LoaderStats
    private inner: Loader<LoaderContext>
    private stopWaiting: (() => void) | undefined
    private isOver = false

    constructor(private readonly settings: HlsConfig) {
      this.inner = new Plain(settings)
      this.stats = this.inner.stats
    }

    load(context: LoaderContext, config: LoaderConfiguration, callbacks: LoaderCallbacks<LoaderContext>) {
      this.context = context
      const address = context.url
      let attempts = 0
      const attempt = () => {
        if (this.isOver) return
        attempts += 1
        if (attempts > 1) this.replaceLoader()
        context.url = options.link.current(address)
        this.inner.load(context, config, {
          ...callbacks,
          onSuccess: (response, stats, own, network) => {
            const { data } = response
            if (data instanceof ArrayBuffer && !isCompleteMp4(data))
              return fail({ kind: 'broken', status: 200, attempts })
            options.reportFailure(undefined)
            callbacks.onSuccess(response, stats, own, network)
          },
          onError: ({ code }) => fail({ kind: code === 0 ? 'silence' : 'status', status: code, attempts }),
          onTimeout: () => fail({ kind: 'silence', status: 0, attempts }),
        })
      }
      const fail = (outcome: FetchOutcome) => {
        if (this.isOver) return
        const { reason, renew, wait } = retryPolicy(outcome)
        options.reportFailure(reason)
        if (wait === undefined) {
          callbacks.onError({ code: outcome.status || 404, text: reason }, context, null, this.stats)
          return
        }
        const retry = () => {
          if (this.isOver) return
          if (!renew) return attempt()
          options.link.renew().then(attempt, (failure: unknown) => {
            // Without a response the network failed again; a refusal is final.
            if (isRefusal(failure)) options.onRefused(failure)
            else this.stopWaiting = options.retryTimers.wait(wait, retry)
          })
        }
        this.stopWaiting = options.retryTimers.wait(renew && outcome.attempts === 1 ? 0 : wait, retry)
      }
      attempt()
    }

    /** A loader of hls.js loads only once. The next one writes its statistics into the same object. */
    private replaceLoader() {
      this.inner.destroy()
      this.inner = new Plain(this.settings)
      const { loading, parsing, buffering } = this.inner.stats
      Object.assign(this.stats, this.inner.stats, { loading, parsing, buffering, retry: this.stats.retry + 1 })
      this.inner.stats = this.stats
    }

    abort() {
      this.end()
      this.inner.abort()
    }

    destroy() {
      this.end()
      this.inner.destroy()
    }

    private end() {
      this.isOver = true
      this.stopWaiting?.()
    }

    getCacheAge() {
      return this.inner.getCacheAge?.() ?? null
    }

    getResponseHeader(name: string) {
      return this.inner.getResponseHeader?.(name) ?? null
    }
  }
}

/** Returns whether the server answered with a final refusal. */
function isRefusal(failure: unknown): boolean {
  if (!(failure instanceof Error)) return false
  return failure.name === 'NoLink' || (failure.name === 'Refused' && isFinal(failure))
}

function isFinal(failure: Error): boolean {
  const status = 'status' in failure ? Number(failure.status) : 0
  return [401, 402, 403, 404, 410].includes(status)
}
