import { circle, path, rect } from '#demo/artwork/svg.ts'
import { between, HIGH, SCENE_SECONDS, WIDE } from '#demo/film/time.ts'
import { seededRandom } from '#server/pictures/seededRandom.ts'
import { ridge, type Scene, sky } from './ground.ts'

/** A town at night: windows light up one by one. */
export const town: Scene = (at) => {
  const random = seededRandom('town')
  const stars = Array.from({ length: 46 }, () => {
    const [x, y, pace, size] = [
      random.between(0, WIDE),
      random.between(0, 480),
      random.between(0.8, 2),
      random.between(1.6, 3.4),
    ]
    return circle(x, y, size * (0.75 + 0.25 * Math.sin(at * pace * 2)), '#e9e6ff')
  })
  let blocks = ''
  for (let left = -30; left < WIDE; ) {
    const [width, height] = [random.whole(3, 5) * 46 + 24, random.whole(4, 8) * 62 + 30]
    blocks += rect(left, HIGH - height - 130, width, height + 130, random.chance(0.5) ? '#191d3a' : '#20264a')
    for (let x = left + 22; x < left + width - 30; x += 46)
      for (let y = HIGH - height - 100; y < HIGH - 170; y += 62)
        if (random.chance(0.52)) blocks += rect(x, y, 26, 34, at > random.between(0, 7.5) ? '#ffcf77' : '#2b3160')
    left += width + random.whole(0, 3) * 16
  }
  const moon = between(1500, 1280, at / SCENE_SECONDS)
  return (
    sky(['#0e1230', '#131840', '#1b2150', '#262b60']) +
    stars.join('') +
    path(`M${moon - 60} 145A112 112 0 1 1 ${moon - 108} 270A100 100 0 1 0 ${moon - 60} 145Z`, '#fbf2d4') +
    ridge('far town', 800, 120, '#151a3c') +
    blocks +
    rect(0, 1000, WIDE, 80, '#0b0e24')
  )
}
