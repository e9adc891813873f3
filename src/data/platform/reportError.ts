import { errorName } from './errorName.ts'

type Sink = (text: string) => unknown

/** Distinct texts that are remembered as reported, so that a long life of the page does not collect them without end. */
const REMEMBERED_MAX = 100
/** Longest text that is written down, in characters. */
const TEXT_MAX = 300
/** Unhandled rejections of something that was cancelled (navigation, view transition, playback), or of a lost network. */
const BENIGN = ['AbortError', 'NetworkError', 'Unreachable']

const reported = new Set<string>()
const sinks = new Set<Sink>()

/**
 * Reports a bug: to the console, and to the sinks of `startErrorReporting`. An error that repeats with the same text and
 * location, as in a loop of retries, is reported once per page.
 */
export function reportError(failure: unknown): void {
  if (record(failure)) console.error(failure)
}

/**
 * Hands every reported or unhandled error of this page or worker to `sink`, as text for support. Returns how to stop.
 * Browsers print unhandled errors to the console themselves.
 */
export function startErrorReporting(sink: Sink): () => void {
  const stop = new AbortController()
  // Without an error object: a ResizeObserver loop, or a script of another origin (a browser extension).
  addEventListener('error', ({ error }) => error && record(error), stop)
  addEventListener(
    'unhandledrejection',
    ({ reason }) => {
      if (!BENIGN.includes(errorName(reason))) record(reason)
    },
    stop,
  )
  sinks.add(sink)
  return () => {
    stop.abort()
    sinks.delete(sink)
  }
}

/** How browsers and the bundler say that a part of the app could not be loaded. */
const MISSING_CHUNK_MESSAGES = [
  'Failed to fetch dynamically imported module',
  'error loading dynamically imported module',
  'Importing a module script failed',
  'Unable to preload CSS',
]

/** Whether a chunk of the app did not load: a deployment removed it, or there is no network. */
export function isMissingChunk(error: unknown): error is Error {
  return error instanceof Error && MISSING_CHUNK_MESSAGES.some((message) => error.message.startsWith(message))
}

/** Returns false for an error that is not to be reported, or has been. `reloadOnMissingChunk` reloads for a missing chunk. */
function record(failure: unknown): boolean {
  const text = textOf(failure)
  if (reported.has(text) || isMissingChunk(failure)) return false
  if (reported.size >= REMEMBERED_MAX) reported.clear()
  reported.add(text)
  // In a task of its own: the caller may be inside a transaction or a live query, which must not write.
  for (const sink of sinks) setTimeout(sink, 0, text)
  return true
}

/** Name, message and location, without quoted text: browsers quote input in messages. */
function textOf(failure: unknown): string {
  const location = failure instanceof Error ? /[\w.-]+:\d+:\d+/.exec(failure.stack ?? '') : null
  return `${String(failure).replace(/"[\s\S]*"/, '"…"')} ${location ?? ''}`.slice(0, TEXT_MAX)
}
