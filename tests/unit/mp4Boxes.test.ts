import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { REEL_SECONDS } from '#demo/film/time.ts'
import { joinedInit, readTrack, relocateFragment } from '#server/stream/mp4Boxes.ts'

const trackOf = (name: string) => readTrack(readFileSync(`demo/sample/${name}.mp4`), REEL_SECONDS)
const tracks = { video: trackOf('video-480p'), audio: trackOf('audio-dubbed') }

test.each(Object.entries(tracks))('%s has consecutive fragments without a gap', (_, track) => {
  let at = 0
  for (const { from, duration } of track.fragments) {
    expect(from).toBe(at)
    at += duration
  }
  expect(at).toBe(REEL_SECONDS * track.timescale)
})

test('changes only the time, the sequence number and the track of a moved fragment', () => {
  const [fragment] = tracks.video.fragments
  const bytes = fragment?.bytes ?? Buffer.alloc(0)
  const other = relocateFragment(bytes, { from: 3_000_000, sequence: 70, track: 2 })
  const again = readTrack(Buffer.concat([tracks.video.init, other]), 1000)
  expect(again.fragments.map(({ from }) => from)).toEqual([3_000_000])
  expect(other.length).toBe(bytes.length)
  const differing = other.filter((byte, at) => byte !== bytes[at]).length
  expect(differing).toBeGreaterThan(0)
  expect(differing).toBeLessThan(16)
})

test('refuses a file that is cut short', () => {
  const file = readFileSync('demo/sample/audio-dubbed.mp4')
  for (const length of [0, 20, 500, file.length - 1]) {
    expect(() => readTrack(file.subarray(0, length), REEL_SECONDS)).toThrow(/no /)
  }
})

test('writes both tracks and the duration into the header of a joined file', () => {
  const head = joinedInit([tracks.video, tracks.audio], 240)
  const { timescale } = readTrack(head, 240)
  expect(timescale).toBe(tracks.video.timescale)
  const count = (type: string) => head.toString('latin1').split(type).length - 1
  expect([count('trak'), count('trex'), count('mvex')]).toEqual([2, 2, 1])
  const length = head.indexOf('mehd') + 8
  expect(head.readUInt32BE(length) / head.readUInt32BE(head.indexOf('mvhd') + 16)).toBe(240)
})
