import type { SeededRandom } from '#server/pictures/seededRandom.ts'
import type { Align, Box, Setting } from './lettering.ts'
import type { Frame, LayoutName } from './scene.ts'

/** The poster's drawing units. */
export const SHEET = { width: 600, height: 900 } as const

/** Positions of art and lettering on a poster. */
export type Layout = {
  art: Box
  frame: Frame
  zone: Box
  setting: Setting
  /** The background of the lettering: the art's upper or lower edge, the sheet, or a separate field. */
  on: 'top' | 'bottom' | 'sheet' | 'field'
  /** A coloured field over the art for the lettering. */
  field?: Box
  /** Rotated by 90°, reading upward, beside the art. */
  turned: boolean
  /** Position of the small line with Latin title and year. */
  caption: { y: number; left: number; right: number; latin: 'left' | 'right' }
}

const MARGIN = 44
const INNER = SHEET.width - 2 * MARGIN

/** Positions all elements of a sheet; a layout varies a little at random. */
export function layOut(name: LayoutName, random: SeededRandom): Layout {
  return LAYOUTS[name](random)
}

const LAYOUTS: Record<LayoutName, (random: SeededRandom) => Layout> = {
  bleedBottom: (random) => {
    const height = random.between(170, 235)
    const align = alignment(random)
    return {
      art: whole(),
      frame: field(SHEET.width, SHEET.height, 300, random.between(320, 365), 235, 'bottom'),
      zone: box(MARGIN, 812 - height, INNER, height),
      setting: setting(random, align, 'bottom', 150),
      on: 'bottom',
      turned: false,
      caption: edges(856, random),
    }
  },
  bleedTop: (random) => {
    const height = random.between(165, 230)
    const align = alignment(random)
    return {
      art: whole(),
      frame: field(SHEET.width, SHEET.height, 300, random.between(535, 580), 235, 'top'),
      zone: box(MARGIN, 84, INNER, height),
      setting: setting(random, align, 'top', 150),
      on: 'top',
      turned: false,
      caption: edges(62, random),
    }
  },
  hugeBottom: (random) => ({
    art: whole(),
    frame: field(SHEET.width, SHEET.height, 300, 290, 215, 'bottom'),
    zone: box(30, 520, 540, 312),
    setting: {
      ...setting(random, 'right', 'bottom', 300),
      manner: random.pick(['justified', 'stack', 'stretched']),
      weight: 900,
    },
    on: 'bottom',
    turned: false,
    caption: { y: 868, left: 30, right: 570, latin: 'left' },
  }),
  hugeTop: (random) => ({
    art: whole(),
    frame: field(SHEET.width, SHEET.height, 300, 620, 215, 'top'),
    zone: box(30, 72, 540, 300),
    setting: {
      ...setting(random, 'right', 'top', 300),
      manner: random.pick(['justified', 'stack', 'stretched']),
      weight: 900,
    },
    on: 'top',
    turned: false,
    caption: { y: 50, left: 30, right: 570, latin: 'left' },
  }),
  panelTop: (random) => {
    const inset = random.pick([0, 0, 34])
    const height = random.between(560, 630)
    const align = alignment(random)
    const bottom = inset + height
    return {
      art: box(inset, inset, SHEET.width - 2 * inset, height),
      frame: centred(SHEET.width - 2 * inset, height, random),
      zone: box(MARGIN, bottom + 34, INNER, 806 - bottom - 34),
      setting: setting(random, align, 'middle', 150),
      on: 'sheet',
      turned: false,
      caption: edges(856, random),
    }
  },
  panelBottom: (random) => {
    const inset = random.pick([0, 0, 34])
    const height = random.between(560, 630)
    const align = alignment(random)
    const top = SHEET.height - inset - height
    return {
      art: box(inset, top, SHEET.width - 2 * inset, height),
      frame: centred(SHEET.width - 2 * inset, height, random),
      zone: box(MARGIN, 78, INNER, top - 78 - 30),
      setting: setting(random, align, 'middle', 150),
      on: 'sheet',
      turned: false,
      caption: edges(58, random),
    }
  },
  framed: (random) => {
    const side = random.pick([30, 46, 60])
    const height = 672
    return {
      art: box(side, side, SHEET.width - 2 * side, height),
      frame: centred(SHEET.width - 2 * side, height, random),
      zone: box(side, side + height + 22, SHEET.width - 2 * side, 834 - height - side - 22),
      setting: { ...setting(random, 'right', 'top', 62), weight: random.pick([300, 500, 800]), manner: 'even' },
      on: 'sheet',
      turned: false,
      caption: { y: 866, left: side, right: SHEET.width - side, latin: 'left' },
    }
  },
  strip: (random) => {
    const strip = random.between(138, 172)
    return {
      art: box(0, 0, SHEET.width - strip, SHEET.height),
      frame: centred(SHEET.width - strip, SHEET.height, random),
      zone: box(SHEET.width - strip + 40, 44, strip - 62, 690),
      setting: { ...setting(random, 'right', 'middle', 130), manner: 'even', weight: random.pick([800, 900]) },
      on: 'sheet',
      turned: true,
      caption: { y: 860, left: SHEET.width - strip, right: SHEET.width, latin: 'left' },
    }
  },
  band: (random) => {
    const height = random.between(190, 240)
    const top = random.pick([random.between(560, 600), random.between(110, 140)])
    const align = alignment(random)
    return {
      art: whole(),
      frame: field(SHEET.width, SHEET.height, 300, top > 400 ? 310 : 600, 250, 'none'),
      zone: box(MARGIN, top + 28, INNER, height - 92),
      setting: setting(random, align, 'middle', 140),
      on: 'field',
      field: box(0, top, SHEET.width, height),
      turned: false,
      caption: edges(top + height - 26, random),
    }
  },
  label: (random) => {
    const width = random.between(300, 360)
    const x = random.pick([600 - width - 40, (600 - width) / 2])
    const height = random.between(210, 270)
    const y = random.pick([590, 60, 900 - height - 44])
    return {
      art: whole(),
      frame: field(SHEET.width, SHEET.height, 300, y > 400 ? 330 : 590, 255, 'none'),
      zone: box(x + 28, y + 30, width - 56, height - 92),
      setting: { ...setting(random, 'center', 'middle', 100), manner: 'even' },
      on: 'field',
      field: box(x, y, width, height),
      turned: false,
      caption: { y: y + height - 26, left: x + 28, right: x + width - 28, latin: 'left' },
    }
  },
}

function box(x: number, y: number, width: number, height: number): Box {
  return { x, y, width, height }
}

function whole(): Box {
  return box(0, 0, SHEET.width, SHEET.height)
}

function field(width: number, height: number, x: number, y: number, reach: number, quiet: Frame['quiet']): Frame {
  return { width, height, x, y, reach, quiet, wide: false }
}

function centred(width: number, height: number, random: SeededRandom): Frame {
  const reach = Math.min(width, height) * random.between(0.38, 0.43)
  return field(width, height, width / 2, height * random.between(0.47, 0.53), reach, 'none')
}

function alignment(random: SeededRandom): Align {
  return random.pick(['right', 'right', 'right', 'center'])
}

/** Latin title and year at the two margins. */
function edges(y: number, random: SeededRandom): Layout['caption'] {
  return { y, left: MARGIN, right: SHEET.width - MARGIN, latin: random.pick(['left', 'left', 'right']) }
}

function setting(random: SeededRandom, align: Align, valign: Setting['valign'], largest: number): Setting {
  return {
    manner: random.pick(['even', 'even', 'even', 'justified', 'stretched']),
    weight: random.pick([900, 900, 800, 700, 500, 300]),
    align,
    valign,
    largest: largest * random.between(0.75, 1.1),
  }
}
