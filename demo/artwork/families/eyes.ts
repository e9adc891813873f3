import type { Family } from '#demo/artwork/scene.ts'
import { circle, clipped, count, line, num, onCircle, path, rect, ring, stroke } from '#demo/artwork/svg.ts'
import { mix } from '#server/pictures/color.ts'

/** A very large eye with its object in the pupil. */
export const eye: Family = {
  name: 'eye',
  layouts: ['bleedBottom', 'bleedTop', 'panelTop', 'panelBottom', 'hugeBottom', 'hugeTop', 'framed'],
  alone: 'croppable',
  calm: 'open',
  draw({ frame: { width, height, x, y, reach }, palette, random, id }) {
    const { ground, deep, main, accent, light } = palette
    const half = reach * random.between(1.0, 1.18)
    const upper = half * random.between(0.85, 1.15)
    const lower = half * random.between(0.7, 1.05)
    const almond = `M${num(x - half)} ${num(y)}Q${num(x)} ${num(y - upper * 1.25)} ${num(x + half)} ${num(y)}Q${num(x)} ${num(y + lower * 1.25)} ${num(x - half)} ${num(y)}Z`
    const iris = half * random.between(0.4, 0.5)
    let art = ''
    const lashes = random.pick([0, 0, 13, 21, 31])
    for (const at of count(lashes)) {
      const angle = -90 + (at / (lashes - 1) - 0.5) * (lashes > 20 ? 360 : 150)
      const [ax, ay] = onCircle(x, y, half * 0.6, angle)
      const [bx, by] = onCircle(x, y, half * (at % 2 ? 1.12 : 1.3), angle)
      art += line(
        [ax, ay],
        [bx, by],
        random.chance(0.5) ? main : mix(ground, main, 0.7),
        half * (lashes > 20 ? 0.03 : 0.05),
      )
    }
    const iridescent = random.pick([accent, main])
    let inside = rect(0, 0, width, height, light) + circle(x, y, iris, iridescent)
    const rays = random.pick([24, 36, 48])
    for (const at of count(rays)) {
      const angle = (at * 360) / rays
      inside += line(
        onCircle(x, y, iris * 0.5, angle),
        onCircle(x, y, iris * (at % 2 ? 0.78 : 0.94), angle),
        deep,
        iris * 0.035,
      )
    }
    inside += ring(x, y, iris, deep, iris * 0.09) + circle(x, y, iris * 0.46, deep)
    const glint = onCircle(x, y, iris * 0.36, -50)
    inside += circle(glint[0], glint[1], iris * 0.14, light)
    art += clipped(id(), path(almond, '#fff'), inside) + stroke(almond, deep, half * 0.035)
    if (random.chance(0.4)) {
      const tear = y + lower * 0.62
      art += path(
        `M${num(x)} ${num(tear)}q${num(half * 0.13)} ${num(half * 0.22)} 0 ${num(half * 0.3)}q${num(-half * 0.13)} ${num(-half * 0.08)} 0 ${num(-half * 0.3)}Z`,
        accent,
      )
    }
    return { art, top: ground, bottom: ground }
  },
}

/** Rows of eyes, all shut but a few. */
export const eyes: Family = {
  name: 'eyes',
  layouts: ['band', 'label', 'panelTop', 'panelBottom', 'framed'],
  calm: 'fade',
  draw({ frame: { width, height }, palette, random }) {
    const { ground, deep, main, accent, light } = palette
    const columns = random.whole(3, 4) + (width > height ? 3 : 0)
    const cell = width / columns
    const rowHeight = cell * 0.62
    let art = rect(0, 0, width, height, ground)
    const awake = random.between(0.12, 0.4)
    for (const row of count(Math.ceil(height / rowHeight) + 1)) {
      for (const column of count(columns + 1)) {
        const x = column * cell + (row % 2 ? 0 : cell / 2)
        const y = row * rowHeight
        const half = cell * 0.43
        const lid = `M${num(x - half)} ${num(y)}Q${num(x)} ${num(y - half * 0.95)} ${num(x + half)} ${num(y)}`
        const full = `${lid}Q${num(x)} ${num(y + half * 0.95)} ${num(x - half)} ${num(y)}Z`
        if (random.chance(awake))
          art += path(full, light) + circle(x, y, half * 0.36, accent) + circle(x, y, half * 0.18, deep)
        else
          art +=
            path(full, main) +
            stroke(
              `M${num(x - half)} ${num(y)}Q${num(x)} ${num(y + half * 0.95)} ${num(x + half)} ${num(y)}`,
              deep,
              half * 0.09,
            )
      }
    }
    return { art, top: ground, bottom: ground }
  },
}
