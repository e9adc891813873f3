import type { Track } from './mp4Boxes.ts'

/** Bandwidth of the largest fragment, in bits per second. */
export function bandwidthOf({ fragments, timescale }: Track): number {
  return Math.max(...fragments.map(({ bytes, duration }) => Math.ceil((bytes.length * 8 * timescale) / duration)))
}

/** The codec string for a master playlist, with profile and level from the track's header. */
export function codecOf({ init }: Pick<Track, 'init'>): string {
  const at = init.indexOf('avcC')
  if (at < 0) throw new Error('The track is not H.264')
  return `avc1.${init.toString('hex', at + 5, at + 8)}`
}

export function sizeOf({ init }: Pick<Track, 'init'>): { width: number; height: number } {
  const at = init.indexOf('avc1', init.indexOf('stsd'))
  return { width: init.readUInt16BE(at + 28), height: init.readUInt16BE(at + 30) }
}
