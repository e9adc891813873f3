import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { Context } from 'hono'
import { streamBody } from '#server/http/streamBody.ts'
import { refuse } from '#server/platform/refuse.ts'
import { isMissing } from '#server/platform/reportError.ts'

/** Smaller parts are read at once, in bytes: a stream costs more. */
const MAX_BUFFERED = 256 * 1024

/**
 * Sends an unchanging file or the requested range of it (RFC 9110, section 14). Large files are streamed with
 * backpressure and closed when the client leaves. A request for several ranges gets the whole file, as the standard
 * allows.
 */
export async function sendFile(
  http: Context,
  { path, tag, type, cache }: { path: string; tag: string; type: string; cache: string },
): Promise<Response> {
  const file = await open(path).catch((error: unknown) => {
    if (isMissing(error)) return refuse('not_found')
    throw error
  })
  let isStreaming = false
  try {
    const { size } = await file.stat()
    http.header('Cache-Control', cache)
    http.header('ETag', tag)
    http.header('Accept-Ranges', 'bytes')
    if (isKnown(http, tag)) return http.body(null, 304)
    const range = rangeOf(http, { size, tag })
    if (range === 'outside') {
      http.header('Content-Range', `bytes */${size}`)
      refuse('range')
    }
    const { start, end } = range ?? { start: 0, end: size - 1 }
    http.header('Content-Type', type)
    http.header('Content-Length', String(end - start + 1))
    if (range) http.header('Content-Range', `bytes ${start}-${end}/${size}`)
    const status = range ? 206 : 200
    if (http.req.method === 'HEAD') return http.body(null, status)
    if (end - start < MAX_BUFFERED) {
      const bytes = new Uint8Array(end - start + 1)
      await file.read(bytes, 0, bytes.length, start)
      return http.body(bytes, status)
    }
    isStreaming = true
    const stream = createReadStream(path, { fd: file, start, end, highWaterMark: MAX_BUFFERED })
    return http.body(streamBody(http, stream), status)
  } finally {
    if (!isStreaming) await file.close()
  }
}

function isKnown(http: Context, tag: string): boolean {
  const known = http.req.header('If-None-Match')
  return known?.split(',').some((one) => one.trim() === tag || one.trim() === '*') ?? false
}

/** Undefined for the whole file, also if the range is invalid or refers to an earlier version. */
function rangeOf(
  http: Context,
  { size, tag }: { size: number; tag: string },
): { start: number; end: number } | 'outside' | undefined {
  const condition = http.req.header('If-Range')
  if (condition !== undefined && condition !== tag) return undefined
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(http.req.header('Range')?.trim() ?? '') ?? []
  if (first === '' && last === '') return undefined
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'outside' : { start: size - length, end: size - 1 }
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return undefined
  return start >= size ? 'outside' : { start, end }
}
