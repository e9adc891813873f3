/** Boxes of MP4 files (ISO/IEC 14496-12), as far as needed to split, shift and join the fragments of single tracks. */
interface Box {
  type: string
  /** offsets in the file: start of the box, start of its content, end */
  start: number
  inside: number
  end: number
}

/** A few seconds of a track: `moof` and `mdat`. Times in units of the track's timescale. */
export interface Fragment {
  bytes: Buffer
  from: number
  duration: number
}

export interface Track {
  /** `ftyp` and `moov` */
  init: Buffer
  /** units per second */
  timescale: number
  fragments: Fragment[]
}

/** Splits a file with one track into fragments; `seconds` is the track's length. */
export function readTrack(file: Buffer, seconds: number): Track {
  const top = boxesIn(file, 0, file.length)
  const moov = only(top, 'moov')
  const media = find(file, moov, ['trak', 'mdia', 'mdhd'])
  const timescale = file.readUInt32BE(media.inside + (file[media.inside] === 1 ? 20 : 12))
  const parts = top.flatMap((box, at) => {
    const data = top[at + 1]
    if (box.type !== 'moof' || data?.type !== 'mdat') return []
    const bytes = file.subarray(box.start, data.end)
    return { bytes, from: timeOf(bytes) }
  })
  const ends = [...parts.slice(1).map(({ from }) => from), seconds * timescale]
  return {
    init: Buffer.concat([only(top, 'ftyp'), moov].map(({ start, end }) => file.subarray(start, end))),
    timescale,
    fragments: parts.map((part, at) => ({ ...part, duration: (ends[at] ?? 0) - part.from })),
  }
}

/** Copies a fragment with another time, sequence number and track id. */
export function relocateFragment(fragment: Buffer, to: { from: number; sequence: number; track: number }): Buffer {
  const bytes = Buffer.from(fragment)
  const moof = only(boxesIn(bytes, 0, bytes.length), 'moof')
  bytes.writeUInt32BE(to.sequence, find(bytes, moof, ['mfhd']).inside + 4)
  bytes.writeUInt32BE(to.track, find(bytes, moof, ['traf', 'tfhd']).inside + 4)
  const { inside } = find(bytes, moof, ['traf', 'tfdt'])
  if (bytes[inside] === 1) bytes.writeBigUInt64BE(BigInt(to.from), inside + 4)
  else bytes.writeUInt32BE(to.from, inside + 4)
  return bytes
}

/** The start of a file that contains the fragments of these tracks, numbered from 1. */
export function joinedInit(tracks: readonly Track[], seconds: number): Buffer {
  const [first] = tracks
  if (!first) throw new Error('a file has at least one track')
  const top = boxesIn(first.init, 0, first.init.length)
  const header = Buffer.from(whole(first.init, find(first.init, only(top, 'moov'), ['mvhd'])))
  header.writeUInt32BE(tracks.length + 1, header.length - 4)
  const [traks, trexes] = ['trak', 'mvex/trex'].map((path) =>
    tracks.map(({ init }, at) => {
      const moov = only(boxesIn(init, 0, init.length), 'moov')
      const box = Buffer.from(whole(init, find(init, moov, path.split('/'))))
      const number = path === 'trak' ? find(box, { inside: 8, end: box.length }, ['tkhd']).inside + 12 : 12
      box.writeUInt32BE(at + 1, number)
      return box
    }),
  )
  // Without `mehd`, players learn the length only at the end of the file.
  const length = Buffer.alloc(8)
  length.writeUInt32BE(seconds * header.readUInt32BE(20), 4)
  const extends_ = boxOf('mvex', [boxOf('mehd', [length]), ...(trexes ?? [])])
  return Buffer.concat([whole(first.init, only(top, 'ftyp')), boxOf('moov', [header, ...(traks ?? []), extends_])])
}

function boxOf(type: string, inside: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + inside.reduce((sum, { length }) => sum + length, 0))
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, ...inside])
}

function timeOf(fragment: Buffer): number {
  const { inside } = find(fragment, only(boxesIn(fragment, 0, fragment.length), 'moof'), ['traf', 'tfdt'])
  return fragment[inside] === 1 ? Number(fragment.readBigUInt64BE(inside + 4)) : fragment.readUInt32BE(inside + 4)
}

function find(file: Buffer, from: Pick<Box, 'inside' | 'end'>, path: readonly string[]): Box {
  let box = from
  for (const type of path) box = only(boxesIn(file, box.inside, box.end), type)
  return box as Box
}

function boxesIn(file: Buffer, from: number, to: number): Box[] {
  const boxes: Box[] = []
  for (let start = from; start + 8 <= to; ) {
    const size = file.readUInt32BE(start)
    const type = file.toString('latin1', start + 4, start + 8)
    if (size < 8 || start + size > to) throw new Error(`no whole box at ${start}: ${type}`)
    boxes.push({ type, start, inside: start + 8, end: start + size })
    start += size
  }
  return boxes
}

function only(boxes: readonly Box[], type: string): Box {
  const found = boxes.find((box) => box.type === type)
  if (!found) throw new Error(`no ${type} where there must be one`)
  return found
}

function whole(file: Buffer, { start, end }: Box): Buffer {
  return file.subarray(start, end)
}
