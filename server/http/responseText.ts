import { createHash } from 'node:crypto'
import { onRejection } from '#server/platform/onRejection.ts'
import { type Compression, compress } from './compression.ts'

/** Shorter responses fit into one packet uncompressed, in characters. */
const MIN_COMPRESSED_LENGTH = 1000

/** A serialized response; its tag and compressed forms are computed on first use. */
export interface ResponseText {
  /** weak: shared by all compressions; private responses need none */
  tag(): string
  isWorthCompressing: boolean
  json(): string
  compressed(compression: Compression): Promise<Uint8Array<ArrayBuffer>>
}

const cachedTexts = new WeakMap<object, ResponseText>()

/** Caches the text per reply object, so replies passed here must never change. */
export function responseText(reply: object, textOf: () => string): ResponseText {
  const cached = cachedTexts.get(reply)
  if (cached) return cached
  const text = createText(textOf)
  cachedTexts.set(reply, text)
  return text
}

/** The uncompressed text is not cached: compressed it takes a fifth, and few callers need it uncompressed. */
function createText(textOf: () => string): ResponseText {
  let first: string | undefined = textOf()
  const json = () => first ?? textOf()
  let tag: string | undefined
  const isWorthCompressing = first.length >= MIN_COMPRESSED_LENGTH
  const compressedTexts = new Map<Compression, Promise<Uint8Array<ArrayBuffer>>>()
  queueMicrotask(() => {
    first = undefined
  })
  return {
    tag() {
      tag ??= `W/"${createHash('sha256').update(json()).digest('base64url').slice(0, 22)}"`
      return tag
    },
    isWorthCompressing: isWorthCompressing,
    json,
    compressed(compression) {
      const cached = compressedTexts.get(compression)
      if (cached) return cached
      const bytes = compress(json(), compression).then((bytes) => new Uint8Array(bytes))
      compressedTexts.set(compression, bytes)
      onRejection(bytes, () => compressedTexts.delete(compression))
      return bytes
    },
  }
}
