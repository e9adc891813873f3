import { circle, line, moved, path } from '#demo/artwork/svg.ts'
import { between, HIGH, SCENE_SECONDS, WIDE } from '#demo/film/time.ts'
import { ridge, type Scene, sky } from './ground.ts'

/** A calm sea at noon and a sail. */
export const sea: Scene = (at) => {
  const wave = (foot: number, size: number, pace: number, color: string) => {
    const step = 160
    const shift = ((at * pace) % (2 * step)) - 2 * step
    let d = `M${shift} ${HIGH}V${foot}`
    for (let x = shift; x < WIDE + 2 * step; x += 2 * step) d += `q${step / 2} ${-size} ${step} 0t${step} 0`
    return path(`${d}V${HIGH}Z`, color)
  }
  const x = between(1560, 460, at / SCENE_SECONDS)
  const boat = moved(
    path('M-150 0H150L104 62H-96Z', '#7a2f2b') +
      line([0, 0], [0, -330], '#5a2421', 9) +
      path('M12 -322C150 -230 168 -110 160 -34H12Z', '#fdf3dc') +
      path('M-12 -270C-92 -190 -110 -100 -112 -34H-12Z', '#f3d9a4'),
    x,
    690 + Math.sin(at * 1.6) * 7,
    1,
    Math.sin(at * 1.6 + 1) * 2.2,
  )
  return (
    sky(['#8fd0cf', '#a9dccf', '#c6e6d2', '#e2efd6']) +
    circle(420, 250, 96, '#fffbe6') +
    ridge('islands', 640, 70, '#6fb2b2') +
    wave(650, 14, 26, '#2f8f96') +
    boat +
    wave(760, 22, -44, '#1f7580') +
    wave(880, 30, 66, '#155a68')
  )
}
