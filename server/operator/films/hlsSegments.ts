import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { CommandError } from '#server/operator/command.ts'

/** Bytes of a packet of MPEG-TS, which begins with `TS_SYNC` (ISO 13818-1, section 2.4.3). */
const TS_PACKET = 188
const TS_SYNC = 0x47

/**
 * Returns the size of a segment in bytes. Throws a `CommandError` if it is cut off, or neither MPEG-TS, MP4, AAC nor WebVTT:
 * ffmpeg would leave it out without an error, or read what it refers to if it is a playlist.
 */
export function checkSegment(path: string): number {
  const file = openSync(path, 'r')
  try {
    const { size } = fstatSync(file)
    const head = readAt(file, 0)
    const isWhole =
      head[0] === TS_SYNC
        ? size % TS_PACKET === 0
        : /^[a-z]{4}$/.test(head.toString('latin1', 4, 8))
          ? endOfBoxes(file, size) === size
          : undefined
    const isTextOrAac = /^(?:\u00ef\u00bb\u00bf)?WEBVTT|^ID3|^\u00ff[\u00f0-\u00ff]/.test(head.toString('latin1'))
    if (isWhole === undefined && !isTextOrAac) throw new CommandError(`${path} is no segment of a film.`)
    if (isWhole === false) throw new CommandError(`${path} is cut off.`)
    return size
  } finally {
    closeSync(file)
  }
}

/** Where the last box of an MP4 file ends (ISO 14496-12, section 4.2). */
function endOfBoxes(file: number, size: number): number {
  let at = 0
  while (at < size) {
    const head = readAt(file, at)
    const length = head.readUInt32BE(0)
    // 0: the box lasts to the end of the file; 1: its length follows in 64 bits.
    const bytes = length === 0 ? size - at : length === 1 ? Number(head.readBigUInt64BE(8)) : length
    if (bytes < 8) return Number.NaN
    at += bytes
  }
  return at
}

function readAt(file: number, at: number): Buffer {
  const head = Buffer.alloc(16)
  readSync(file, head, 0, head.length, at)
  return head
}
