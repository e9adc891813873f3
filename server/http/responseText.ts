import { createHash } from 'node:crypto'
import { type Compression, compress } from './compression.ts'

/** Shorter answers fit one packet as they are, in characters. */
const MIN_COMPRESSED_LENGTH = 1000

/** An answer as it goes out: what of it is wanted is made when it is first wanted. */
export interface ResponseText {
  /** weak: the same for every packing; private answers have no use for one */
  tag(): string
  isWorthCompressing: boolean
  json(): string
  compressed(packing: Compression): Promise<Uint8Array<ArrayBuffer>>
}

const kept = new WeakMap<object, ResponseText>()

/** Of one and the same object the text is made once, however often it is answered: it must never change. */
export function responseText(reply: object, textOf: () => string): ResponseText {
  const known = kept.get(reply)
  if (known) return known
  const text = aText(textOf)
  kept.set(reply, text)
  return text
}

/** The text itself is not kept: packed it takes a fifth, and hardly anybody asks for it unpacked. */
function aText(textOf: () => string): ResponseText {
  let first: string | undefined = textOf()
  const json = () => first ?? textOf()
  let tag: string | undefined
  const isWorthPacking = first.length >= MIN_COMPRESSED_LENGTH
  const packings = new Map<Compression, Promise<Uint8Array<ArrayBuffer>>>()
  queueMicrotask(() => {
    first = undefined
  })
  return {
    tag() {
      tag ??= `W/"${createHash('sha256').update(json()).digest('base64url').slice(0, 22)}"`
      return tag
    },
    isWorthCompressing: isWorthPacking,
    json,
    compressed(packing) {
      const known = packings.get(packing)
      if (known) return known
      const packed = compress(json(), packing).then((bytes) => new Uint8Array(bytes))
      packings.set(packing, packed)
      packed.catch(() => packings.delete(packing))
      return packed
    },
  }
}
