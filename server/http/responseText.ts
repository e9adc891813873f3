import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { onRejection } from '#server/platform/onRejection.ts'
import { acceptedCompressions, type Compression, compress } from './compression.ts'

/** Shorter responses fit into one packet uncompressed, in characters. */
const MIN_COMPRESSED_LENGTH = 1000

/** A serialized response; its tag and compressed forms are computed on first use. */
export interface ResponseText {
  /** weak: shared by all compressions; private responses need none */
  tag(): string
  isWorthCompressing: boolean
  plain(): string
  compressed(compression: Compression): Promise<Uint8Array<ArrayBuffer>>
}

const cachedTexts = new WeakMap<object, ResponseText>()

/** Caches the text per reply object, so replies passed here must never change. */
export function responseText(reply: object, textOf: () => string): ResponseText {
  const cached = cachedTexts.get(reply)
  if (cached) return cached
  const text = createResponseText(textOf)
  cachedTexts.set(reply, text)
  return text
}

/** The uncompressed text is not cached: compressed it takes a fifth, and few callers need it uncompressed. */
export function createResponseText(textOf: () => string): ResponseText {
  let first: string | undefined = textOf()
  const plain = () => first ?? textOf()
  let tag: string | undefined
  const isWorthCompressing = first.length >= MIN_COMPRESSED_LENGTH
  const compressedTexts = new Map<Compression, Promise<Uint8Array<ArrayBuffer>>>()
  queueMicrotask(() => {
    first = undefined
  })
  return {
    tag() {
      tag ??= `W/"${createHash('sha256').update(plain()).digest('base64url').slice(0, 22)}"`
      return tag
    },
    isWorthCompressing: isWorthCompressing,
    plain,
    compressed(compression) {
      const cached = compressedTexts.get(compression)
      if (cached) return cached
      const bytes = compress(plain(), compression).then((bytes) => new Uint8Array(bytes))
      compressedTexts.set(compression, bytes)
      onRejection(bytes, () => compressedTexts.delete(compression))
      return bytes
    },
  }
}

/** Whether the caller has the response with this tag, by its `If-None-Match`. */
export function isKnown(http: Context, tag: string): boolean {
  const header = http.req.header('If-None-Match')
  if (header === undefined) return false
  const opaque = (one: string) => one.trim().replace(/^W\//, '')
  return header.split(',').some((one) => opaque(one) === opaque(tag) || one.trim() === '*')
}

/** Sends the text, compressed as the caller accepts. */
export async function sendCompressed(http: Context, text: ResponseText): Promise<Response> {
  http.header('Vary', 'Accept-Encoding', { append: true })
  const [compression] = text.isWorthCompressing ? acceptedCompressions(http) : []
  if (!compression) return http.body(text.plain())
  http.header('Content-Encoding', compression)
  return http.body(await text.compressed(compression))
}
