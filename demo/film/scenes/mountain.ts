import { circle, path, polygon, rect } from '#demo/artwork/svg.ts'
import { between, HIGH, SCENE_SECONDS, WIDE } from '#demo/film/time.ts'
import { ridge, type Scene, sky } from './ground.ts'

/** The mountain in the evening and a train on a bridge. */
export const mountain: Scene = (at) => {
  const x = between(-500, 1500, at / SCENE_SECONDS)
  const cars = [0, 1, 2, 3].map((car) => {
    const left = x - car * 236
    const windows = [0, 1, 2, 3].map((one) => rect(left + 24 + one * 48, 706, 32, 34, '#ffd98a'))
    return rect(left, 690, 222, 84, car === 0 ? '#c8553d' : '#323a5c', 'rx="12"') + windows.join('')
  })
  const arches = Array.from({ length: 9 }, (_, one) => {
    const left = -40 + one * 230
    return path(
      `M${left} ${HIGH}V790H${left + 230}V${HIGH}H${left + 200}V930A85 85 0 0 0 ${left + 30} 930V${HIGH}Z`,
      '#20243f',
    )
  })
  const puffs = [0, 1, 2, 3, 4].map((one) => {
    const age = (at * 0.9 + one / 5) % 1
    return circle(
      x + 190 - age * 320,
      668 - age * 130,
      14 + age * 44,
      '#d9c7d8',
      `opacity="${(0.8 * (1 - age)).toFixed(2)}"`,
    )
  })
  return (
    sky(['#3a3768', '#5c4a80', '#8a5f92', '#bd7f9a', '#e6a79a']) +
    polygon(
      [
        [420, 900],
        [1060, 170],
        [1720, 900],
      ],
      '#4a4272',
    ) +
    polygon(
      [
        [851, 409],
        [1060, 170],
        [1260, 391],
        [1170, 450],
        [1100, 392],
        [1030, 470],
        [946, 398],
      ],
      '#f4ecf2',
    ) +
    ridge('foothills', 860, 160, '#332f58') +
    puffs.join('') +
    cars.join('') +
    rect(0, 772, WIDE, 24, '#20243f') +
    arches.join('')
  )
}
