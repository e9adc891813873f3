import { seededRandom } from '#server/pictures/seededRandom.ts'

/** Side of the noise tile, in grains; odd, so that no pattern appears. */
const SIDE = 251

/** Maximum change of a channel at mid tone, of 255. Stronger grain doubles the file size. */
const STRENGTH = 7

/** Adds paper grain to pixels in place. A grain is about 1.5 drawing units, so it scales with the picture. */
export function addGrain(pixels: Uint8Array, width: number, height: number, scale: number) {
  const strength = Math.min(1, 0.25 + width / 600)
  const grainsPerPixel = 1 / Math.max(1, scale * 1.4)
  for (let y = 0; y < height; y++) {
    const row = (Math.floor(y * grainsPerPixel) % SIDE) * SIDE
    for (let x = 0; x < width; x++) {
      const grain = NOISE[row + (Math.floor(x * grainsPerPixel) % SIDE)] ?? 0
      const at = (y * width + x) * 3
      for (let channel = at; channel < at + 3; channel++) {
        const value = pixels[channel] ?? 0
        pixels[channel] = Math.max(
          0,
          Math.min(255, value + grain * strength * (0.45 + (value * (255 - value)) / 29500)),
        )
      }
    }
  }
}

const NOISE = makeNoise()

/** The sum of three uniform random numbers approximates the normal distribution of real grain. */
function makeNoise(): Float32Array {
  const random = seededRandom('grain')
  return Float32Array.from(
    { length: SIDE * SIDE },
    () => (random.unit() + random.unit() + random.unit() - 1.5) * STRENGTH,
  )
}
