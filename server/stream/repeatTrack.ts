import { type Fragment, joinedInit, relocateFragment, type Track } from './mp4Boxes.ts'

/** The fragments of a track, repeated and shifted in time. */
export function* repeatTrack(track: Track, seconds: number, repetitions: number): Generator<Fragment> {
  const { fragments, timescale } = track
  for (let repetition = 0; repetition < repetitions; repetition++) {
    for (const [at, { bytes, from, duration }] of fragments.entries()) {
      const later = from + repetition * seconds * timescale
      const sequence = repetition * fragments.length + at + 1
      yield { bytes: relocateFragment(bytes, { from: later, sequence, track: 1 }), from: later, duration }
    }
  }
}

/** Joins a video and an audio track into one file with interleaved fragments. */
export function muxTracks(tracks: readonly Track[], seconds: number, repetitions: number): Buffer {
  const parts = tracks
    .flatMap((track, number) =>
      [...repeatTrack(track, seconds, repetitions)].map((part) => ({
        ...part,
        track: number + 1,
        at: part.from / track.timescale,
      })),
    )
    .toSorted((one, other) => one.at - other.at || one.track - other.track)
  return Buffer.concat([
    joinedInit(tracks, seconds * repetitions),
    ...parts.map(({ bytes, from, track }, at) => relocateFragment(bytes, { from, sequence: at + 1, track })),
  ])
}
