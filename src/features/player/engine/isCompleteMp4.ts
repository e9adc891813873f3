/** A box of MP4: its length in four bytes, its name in four. */
const HEAD = 8

/**
 * Whether all that the boxes of a fragment promise is there. A cut connection, or a file that was cut on the server, gives a
 * part that the decoder would choke on.
 */
export function isCompleteMp4(bytes: ArrayBuffer): boolean {
  const view = new DataView(bytes)
  let at = 0
  while (at + HEAD <= view.byteLength) {
    const size = sizeAt(view, at)
    if (size === undefined || size < HEAD) return false
    at += size
  }
  return at === view.byteLength && at > 0
}

function sizeAt(view: DataView, at: number): number | undefined {
  const short = view.getUint32(at)
  if (short === 0) return view.byteLength - at
  if (short !== 1) return short
  return at + 2 * HEAD <= view.byteLength ? Number(view.getBigUint64(at + HEAD)) : undefined
}
