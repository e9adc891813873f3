/** Bytes of an MP4 box header: four for its length, four for its type. */
const HEADER_LENGTH = 8

/**
 * Returns whether every box of a fragment is complete. A cut connection or a truncated file yields partial fragments,
 * on which the decoder fails.
 */
export function isCompleteMp4(bytes: ArrayBuffer): boolean {
  const view = new DataView(bytes)
  let at = 0
  while (at + HEADER_LENGTH <= view.byteLength) {
    const size = sizeAt(view, at)
    if (size === undefined || size < HEADER_LENGTH) return false
    at += size
  }
  return at === view.byteLength && at > 0
}

function sizeAt(view: DataView, at: number): number | undefined {
  const short = view.getUint32(at)
  if (short === 0) return view.byteLength - at
  if (short !== 1) return short
  return at + 2 * HEADER_LENGTH <= view.byteLength ? Number(view.getBigUint64(at + HEADER_LENGTH)) : undefined
}
