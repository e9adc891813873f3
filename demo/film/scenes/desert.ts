import { circle, moved, path, rect } from '#demo/artwork/svg.ts'
import { between, ease, SCENE_SECONDS, WIDE } from '#demo/film/time.ts'
import { ridge, type Scene, sky } from './ground.ts'

function bird(x: number, y: number, size: number, beat: number, color: string): string {
  const lift = between(-0.5, 0.35, beat)
  return moved(
    path(
      `M-1 ${lift}Q-0.45 ${-0.5 - lift * 0.4} 0 0Q0.45 ${-0.5 - lift * 0.4} 1 ${lift}Q0.4 -0.12 0 0.22Q-0.4 -0.12 -1 ${lift}Z`,
      color,
    ),
    x,
    y,
    size,
  )
}

/** A windcatcher. */
function windcatcher(x: number, foot: number, size: number, color: string, dark: string): string {
  const slits = [-0.3, -0.1, 0.1, 0.3].map((at) =>
    rect(x + at * size - size * 0.05, foot - size * 2.1, size * 0.1, size * 0.6, dark),
  )
  return (
    rect(x - size * 0.45, foot - size * 2.3, size * 0.9, size * 2.4, color) +
    rect(x - size * 0.52, foot - size * 2.36, size * 1.04, size * 0.14, color) +
    slits.join('')
  )
}

/** Dawn over a desert town: the sun rises, birds cross. */
export const desert: Scene = (at) => {
  const rise = ease(at, 0, SCENE_SECONDS)
  const dome = (x: number, size: number, color: string) =>
    path(
      `M${x - size} 900V${870 - size * 0.2}C${x - size} ${820 - size} ${x + size} ${820 - size} ${x + size} ${870 - size * 0.2}V900Z`,
      color,
    )
  const birds = [0, 1, 2, 3, 4].map((one) =>
    bird(
      between(2100, 300, (at + one * 0.35) / 9),
      250 + one * 38 + Math.sin(at * 1.3 + one) * 16,
      26,
      Math.sin(at * 7 + one) / 2 + 0.5,
      '#5b2b3a',
    ),
  )
  return (
    sky(['#f7c59f', '#f4a988', '#ec8d78', '#de7470']) +
    circle(1180, between(820, 430, rise), 170, '#fff1cf') +
    birds.join('') +
    ridge('dunes', 830, 120, '#b9566a') +
    dome(620, 120, '#8c3f58') +
    dome(930, 84, '#8c3f58') +
    windcatcher(1330, 880, 110, '#8c3f58', '#5b2b46') +
    windcatcher(330, 890, 84, '#8c3f58', '#5b2b46') +
    rect(0, 880, WIDE, 200, '#5b2b46') +
    ridge('near dunes', 1010, 90, '#3d1d35')
  )
}
