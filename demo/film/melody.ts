import { seededRandom } from '#server/pictures/seededRandom.ts'
import { REEL_SECONDS } from './time.ts'

export const SAMPLE_RATE = 48_000
/** Length of a beat, in seconds. */
const BEAT = 0.5
/** Frequency ratios of the scale: a mode of Persian music with a neutral second. */
const STEPS = [1, 13 / 12, 32 / 27, 4 / 3, 3 / 2, 13 / 8, 16 / 9, 2]
const GROUND = 220
/** The last seconds are silent, so that the film loops without a seam. */
const REST = 3
const PHRASES = [
  [0, 2, 3, 4, 3, 2, 1, 0],
  [4, 5, 4, 3, 4, 3, 2, 1],
  [3, 4, 6, 7, 6, 4, 5, 4],
  [7, 6, 5, 4, 3, 4, 2, 1],
  [2, 3, 2, 1, 0, 1, 0, 0],
]

/** The sound track, −1 to 1: strings alone, or with a reed, so that the two voices differ audibly. */
export function melody(voice: 'original' | 'dubbed'): Float32Array {
  const sound = new Float32Array(REEL_SECONDS * SAMPLE_RATE)
  const random = seededRandom('melody')
  const beats = Math.floor((REEL_SECONDS - REST) / BEAT)
  for (let beat = 0; beat < beats; beat++) {
    const phrase = PHRASES[Math.floor(beat / 16) % PHRASES.length] ?? []
    const step = phrase[beat % 8] ?? 0
    const pitch = GROUND * (STEPS[step] ?? 1)
    const loud = (beat % 4 === 0 ? 0.3 : 0.2) * (voice === 'dubbed' ? 0.55 : 1)
    pluck(sound, beat * BEAT + random.between(0, 0.012), pitch, loud)
    if (beat % 8 === 0) pluck(sound, beat * BEAT, GROUND / 2, loud)
    if (voice === 'dubbed' && beat % 2 === 0) reed(sound, beat * BEAT, pitch, BEAT * 2)
  }
  return sound
}

/** A plucked string: high overtones decay first. */
function pluck(sound: Float32Array, from: number, pitch: number, loud: number): void {
  const start = Math.floor(from * SAMPLE_RATE)
  const length = Math.min(sound.length - start, SAMPLE_RATE * 2)
  for (let at = 0; at < length; at++) {
    const time = at / SAMPLE_RATE
    let value = 0
    for (let tone = 1; tone <= 5; tone++) {
      value +=
        (Math.sin(2 * Math.PI * pitch * tone * 1.0006 ** tone * time) / tone) * Math.exp(-time * (1.6 + tone * 1.5))
    }
    sound[start + at] = (sound[start + at] ?? 0) + value * loud * Math.min(1, time * 400)
  }
}

/** A reed tone that swells, vibrates a little and ends softly. */
function reed(sound: Float32Array, from: number, pitch: number, seconds: number): void {
  const start = Math.floor(from * SAMPLE_RATE)
  const length = Math.floor(seconds * SAMPLE_RATE)
  for (let at = 0; at < length; at++) {
    const time = at / SAMPLE_RATE
    const swell = Math.sin((Math.PI * at) / length) ** 0.6
    const phase = 2 * Math.PI * pitch * time + 0.5 * Math.sin(2 * Math.PI * 5.2 * time)
    const value = Math.sin(phase) + 0.35 * Math.sin(2 * phase) + 0.16 * Math.sin(3 * phase)
    sound[start + at] = (sound[start + at] ?? 0) + value * 0.15 * swell
  }
}
