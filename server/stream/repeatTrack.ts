import { type Fragment, joinedInit, relocateFragment, type Track } from './mp4Boxes.ts'

/** The fragments of a track, repeated and shifted in time. */
export function* repeatTrack(track: Track, seconds: number, showings: number): Generator<Fragment> {
  const { fragments, timescale } = track
  for (let showing = 0; showing < showings; showing++) {
    for (const [at, { bytes, from, duration }] of fragments.entries()) {
      const later = from + showing * seconds * timescale
      const sequence = showing * fragments.length + at + 1
      yield { bytes: relocateFragment(bytes, { from: later, sequence, track: 1 }), from: later, duration }
    }
  }
}

/** Joins a video and an audio track into one file with interleaved fragments. */
export function muxTracks(tracks: readonly Track[], seconds: number, showings: number): Buffer {
  const parts = tracks
    .flatMap((track, number) =>
      [...repeatTrack(track, seconds, showings)].map((part) => ({
        ...part,
        track: number + 1,
        at: part.from / track.timescale,
      })),
    )
    .toSorted((one, other) => one.at - other.at || one.track - other.track)
  return Buffer.concat([
    joinedInit(tracks, seconds * showings),
    ...parts.map(({ bytes, from, track }, at) => relocateFragment(bytes, { from, sequence: at + 1, track })),
  ])
}
