import { rollDice } from '#server/artwork/dice.ts'
import { circle, group, line, moved, path, polygon, rect, ring } from '#server/artwork/svg.ts'
import { between, ease, HIGH, SCENE_SECONDS, WIDE } from './time.ts'

/** One scene at `at` seconds from its beginning, as SVG markup that fills the frame. */
export type Scene = (at: number) => string

const sky = (colors: readonly string[]) =>
  colors.map((color, place) => rect(0, (place * 760) / colors.length, WIDE, HIGH, color)).join('')

/** A ridge over the width: heights above the foot of the frame, joined by soft curves. */
function ridge(seed: string, foot: number, rise: number, color: string, shift = 0): string {
  const dice = rollDice(seed)
  const step = 320
  const tops = Array.from({ length: 10 }, () => foot - dice.between(0.2, 1) * rise)
  let d = `M${-step + shift} ${HIGH}L${-step + shift} ${tops[0]}`
  for (const [place, top] of tops.entries()) {
    const x = (place - 1) * step + shift
    const next = tops[place + 1] ?? top
    d += `C${x + step / 2} ${top} ${x + step / 2} ${next} ${x + step} ${next}`
  }
  return path(`${d}L${WIDE + 2 * step} ${HIGH}Z`, color)
}

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

/** The tower that catches the wind for a house of the desert. */
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

/** Dawn over a town of the desert: the sun rises, birds cross. */
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

/** A calm sea at noon: a sail goes by. */
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

/** The mountain in the evening, and a train on its bridge. */
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

/** A town at night: windows light up one by one under the moon. */
export const town: Scene = (at) => {
  const dice = rollDice('town')
  const stars = Array.from({ length: 46 }, () => {
    const [x, y, pace, size] = [
      dice.between(0, WIDE),
      dice.between(0, 480),
      dice.between(0.8, 2),
      dice.between(1.6, 3.4),
    ]
    return circle(x, y, size * (0.75 + 0.25 * Math.sin(at * pace * 2)), '#e9e6ff')
  })
  let blocks = ''
  for (let left = -30; left < WIDE; ) {
    const [width, height] = [dice.whole(3, 5) * 46 + 24, dice.whole(4, 8) * 62 + 30]
    blocks += rect(left, HIGH - height - 130, width, height + 130, dice.chance(0.5) ? '#191d3a' : '#20264a')
    for (let x = left + 22; x < left + width - 30; x += 46)
      for (let y = HIGH - height - 100; y < HIGH - 170; y += 62)
        if (dice.chance(0.52)) blocks += rect(x, y, 26, 34, at > dice.between(0, 7.5) ? '#ffcf77' : '#2b3160')
    left += width + dice.whole(0, 3) * 16
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

/** Cypresses by a pool, and a kite above them. */
export const garden: Scene = (at) => {
  const cypress = (x: number, size: number, color: string) => {
    const bend = Math.sin(at * 1.1 + x) * size * 0.04
    return path(
      `M${x - size * 0.3} 840C${x - size * 0.46} ${840 - size} ${x - size * 0.1 + bend} ${840 - size * 2} ${x + bend} ${840 - size * 2.5}C${x + size * 0.1 + bend} ${840 - size * 2} ${x + size * 0.46} ${840 - size} ${x + size * 0.3} 840Z`,
      color,
    )
  }
  const [x, y] = [1120 + Math.sin(at * 0.785) * 190, 300 + Math.sin(at * 1.57) * 80]
  const tail = [1, 2, 3, 4].map((one) =>
    circle(x - one * 34 - Math.sin(at * 2 + one) * 8, y + 70 + one * 42, 12, '#e0683f'),
  )
  const kite = group(
    polygon(
      [
        [0, -104],
        [76, 0],
        [0, 104],
        [-76, 0],
      ],
      '#e0683f',
    ) +
      polygon(
        [
          [0, -104],
          [76, 0],
          [0, 0],
        ],
        '#f6c453',
      ) +
      polygon(
        [
          [0, 104],
          [-76, 0],
          [0, 0],
        ],
        '#f6c453',
      ),
    `transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${(20 + Math.sin(at * 1.57) * 12).toFixed(1)})"`,
  )
  const rings = [0, 1].map((one) => {
    const age = (at / 4 + one / 2) % 1
    return group(
      ring(0, 0, 40 + age * 380, '#bfe3da', 5, `opacity="${(1 - age).toFixed(2)}"`),
      'transform="translate(960 970) scale(1 0.16)"',
    )
  })
  return (
    sky(['#bfe0d3', '#d3e9d3', '#e7f0d2', '#f4f3d4']) +
    ridge('orchard', 800, 130, '#9cc3a0') +
    line([x, y], [640, 860], '#8a6b52', 3) +
    tail.join('') +
    kite +
    [180, 420, 1500, 1740].map((at) => cypress(at, 190, '#2f6b57')).join('') +
    [310, 1620].map((at) => cypress(at, 240, '#1f5146')).join('') +
    rect(0, 830, WIDE, 250, '#7fb08a') +
    path('M560 880H1360L1500 1080H420Z', '#e9dcc0') +
    path('M610 900H1310L1420 1060H500Z', '#4fa3a5') +
    rings.join('')
  )
}
