import { anySignal } from '#data/platform/anySignal.ts'
import { FETCH_ERRORS, ignoring } from '#data/platform/ignoring.ts'
import { parseRetryAfter, refusalFrom } from './call.ts'
import { markReachable, markUnreachable } from './connectivity.ts'
import { Unreachable } from './failures.ts'

/**
 * A download is aborted after this long without data, in ms. There is no limit for the whole file: networks can be
 * slow.
 */
export const fileTimeout = { ms: 20_000 }

/** The part of a file received before the connection broke. The next request continues from there. */
export interface PartialFile {
  chunks: Uint8Array<ArrayBuffer>[]
  received: number
  /** Identifies the version of the file that the bytes belong to. */
  etag: string | null
}

/** The response was complete by its headers, but empty or shorter than announced. */
export class Truncated extends Error {
  override name = 'Truncated'
}

/** The response is larger than any valid file. */
export class FileTooLarge extends Error {
  override name = 'FileTooLarge'
}

/** Whether a captive portal or proxy answered with a page: films consist of no HTML. */
export function isPage(headers: Headers): boolean {
  return /^\s*text\/html\b/i.test(headers.get('Content-Type') ?? '')
}

/**
 * Fetches a file from a signed URL, without credentials. The server may redirect to its storage, which the page's
 * Content-Security-Policy names (docs/operations.md#film-delivery). Data received before a failure stays in `partial`; the next
 * call resumes if the file is unchanged. Aborts beyond `maxBytes`. Throws `Unreachable`, `Refused`, `Truncated` or
 * `FileTooLarge`.
 */
export async function fetchFile(
  address: string,
  {
    partial,
    maxBytes,
    signal,
    onBytes,
  }: { partial: PartialFile; maxBytes: number; signal: AbortSignal; onBytes?: (count: number) => void },
): Promise<{ bytes: Uint8Array<ArrayBuffer>; size: number; type: string }> {
  const silent = new AbortController()
  const stop = anySignal(signal, silent.signal)
  let timer = setTimeout(() => silent.abort(), fileTimeout.ms)
  try {
    const headers = partial.received > 0 ? { Range: `bytes=${partial.received}-` } : undefined
    const response = await fetch(address, {
      ...(headers && { headers }),
      credentials: 'omit',
      cache: 'no-store',
      signal: stop,
    })
    if (response.status < 400 && isPage(response.headers)) throw new Unreachable('foreign')
    markReachable()
    if (response.status >= 400) {
      if (response.status === 416) discardPartial(partial)
      throw refusalFrom(response.status, await response.json().catch(ignoring('SyntaxError', ...FETCH_ERRORS)), {
        retryAfter: parseRetryAfter(response.headers),
      })
    }
    if (response.status !== 200 && response.status !== 206) throw new Unreachable('foreign')
    const size = checkResumed(response, partial)
    const reader = response.body?.getReader()
    for (;;) {
      const piece = await reader?.read()
      // After an abort some browsers end the body as if it were complete.
      stop.throwIfAborted()
      if (!piece || piece.done) break
      clearTimeout(timer)
      timer = setTimeout(() => silent.abort(), fileTimeout.ms)
      partial.chunks.push(piece.value as Uint8Array<ArrayBuffer>)
      partial.received += piece.value.length
      onBytes?.(piece.value.length)
      if (partial.received > maxBytes) {
        discardPartial(partial)
        silent.abort()
        throw new FileTooLarge(address)
      }
    }
    if (partial.received === 0 || (size !== undefined && partial.received !== size)) {
      // Shorter: the connection broke, so keep the part and resume. Longer: discard.
      if (partial.received === 0 || partial.received > (size ?? 0)) discardPartial(partial)
      throw new Truncated(address)
    }
    const type = response.headers.get('Content-Type') ?? 'application/octet-stream'
    return { bytes: joined(partial), size: partial.received, type }
  } catch (failure) {
    if (signal.aborted) throw new Unreachable('aborted')
    if (failure instanceof FileTooLarge) throw failure
    if (failure instanceof TypeError || silent.signal.aborted) {
      markUnreachable()
      throw new Unreachable(silent.signal.aborted ? 'timeout' : 'network')
    }
    throw failure
  } finally {
    clearTimeout(timer)
  }
}

/** Checks whether the response continues the partial file; otherwise restarts it. Returns the total size, if known. */
function checkResumed({ status, headers }: Response, partial: PartialFile): number | undefined {
  const etag = headers.get('ETag')
  const [, from, size] = /^bytes (\d+)-\d+\/(\d+)$/.exec(headers.get('Content-Range') ?? '') ?? []
  if (status === 206) {
    if (Number(from) !== partial.received || etag !== partial.etag) {
      discardPartial(partial)
      throw new Unreachable('foreign')
    }
    return Number(size)
  }
  discardPartial(partial)
  partial.etag = etag
  const length = headers.get('Content-Length')
  // Content-Length counts compressed bytes.
  return length === null || headers.has('Content-Encoding') ? undefined : Number(length)
}

export function emptyPartialFile(): PartialFile {
  return { chunks: [], received: 0, etag: null }
}

function joined({ chunks, received }: PartialFile): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(received)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}

function discardPartial(partial: PartialFile) {
  partial.chunks = []
  partial.received = 0
}
