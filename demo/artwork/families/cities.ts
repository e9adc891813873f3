import type { Family } from '#demo/artwork/scene.ts'
import { circle, count, num, path, polygon, rect } from '#demo/artwork/svg.ts'
import { mix } from '#server/pictures/color.ts'

/** Towers in three depths, some windows still lit, one moon. */
export const skyline: Family = {
  name: 'skyline',
  layouts: ['bleedTop', 'hugeTop', 'panelBottom', 'framed', 'strip', 'bleedBottom'],
  calm: 'open',
  draw({ frame: { width, height, x, y, reach, quiet }, palette, random }) {
    const { ground, deep, main, accent, light } = palette
    const base = quiet === 'bottom' ? y + reach * 1.1 : height
    let art =
      rect(0, 0, width, height, ground) +
      circle(
        x + reach * random.between(-0.6, 0.6),
        y - reach * random.between(0.2, 0.6),
        reach * random.between(0.3, 0.75),
        random.pick([accent, light, main]),
      )
    const lit = random.pick([accent, light])
    for (const layer of count(3)) {
      const tone = mix(mix(ground, main, 0.7), deep, [0.1, 0.55, 1][layer] ?? 1)
      let at = -random.between(0, reach * 0.3)
      while (at < width) {
        const wide = reach * random.between(0.16, 0.4)
        const tall = base - y + reach * (random.between(-0.2, 0.75) - layer * 0.36)
        const top = base - tall
        art += rect(at, top, wide + 1, tall, tone)
        if (random.chance(0.2))
          art += polygon(
            [
              [at, top],
              [at + wide, top],
              [at + wide * random.pick([0, 0.5, 1]), top - wide * 0.5],
            ],
            tone,
          )
        else if (random.chance(0.25))
          art += rect(at + wide * 0.48, top - reach * 0.25, reach * 0.02, reach * 0.25, tone)
        if (layer > 0) {
          const pane = reach * 0.035
          for (const row of count((tall - pane * 2) / (pane * 2.6)))
            for (const column of count((wide - pane) / (pane * 2.1)))
              if (random.chance(layer === 2 ? 0.16 : 0.1) && top + pane * (1.5 + row * 2.6) < base - reach * 0.1)
                art += rect(at + pane * (0.8 + column * 2.1), top + pane * (1.2 + row * 2.6), pane, pane * 1.5, lit)
        }
        at += wide * random.between(0.95, 1.25)
      }
    }
    if (base < height) art += rect(0, base - 1, width, height - base + 1, deep)
    return { art, top: ground, bottom: deep }
  },
}

/** A façade of windows with a figure behind one of them. */
export const windows: Family = {
  name: 'windows',
  layouts: ['panelTop', 'panelBottom', 'framed', 'strip', 'band', 'label'],
  calm: 'fade',
  draw({ frame: { width, height, x, y }, palette, random }) {
    const { ground, deep, main, accent, light } = palette
    const columns = random.whole(4, 6) + (width > height ? 5 : 0)
    const cell = width / columns
    const rows = Math.ceil(height / (cell * 1.35))
    const cellHeight = height / rows
    const chosen = [
      Math.min(columns - 1, Math.floor(x / cell) + random.whole(-1, 1)),
      Math.floor(y / cellHeight) + random.whole(-1, 1),
    ]
    const dark = mix(ground, deep, random.between(0.55, 0.9))
    const round = random.pick([0, 0, cell * 0.3])
    let art = rect(0, 0, width, height, ground)
    for (const row of count(rows)) {
      for (const column of count(columns)) {
        const [left, top] = [column * cell + cell * 0.2, row * cellHeight + cellHeight * 0.18]
        const [wide, tall] = [cell * 0.6, cellHeight * 0.66]
        const here = column === chosen[0] && row === chosen[1]
        const tone = here ? accent : random.chance(0.12) ? light : random.chance(0.2) ? main : dark
        art += rect(left, top, wide, tall, tone, round ? `rx="${num(round)}"` : '')
        if (here) {
          const middle = left + wide / 2
          art +=
            circle(middle, top + tall * 0.42, wide * 0.15, deep) +
            path(
              `M${num(middle - wide * 0.34)} ${num(top + tall)}Q${num(middle - wide * 0.3)} ${num(top + tall * 0.6)} ${num(middle)} ${num(top + tall * 0.58)}Q${num(middle + wide * 0.3)} ${num(top + tall * 0.6)} ${num(middle + wide * 0.34)} ${num(top + tall)}Z`,
              deep,
            )
        } else if (random.chance(0.3))
          art += rect(left, top, wide, tall * random.between(0.2, 0.7), mix(tone, ground, 0.45))
        art += rect(left - cell * 0.06, top + tall, wide + cell * 0.12, cellHeight * 0.05, mix(ground, deep, 0.3))
      }
    }
    return { art, top: ground, bottom: ground }
  },
}

/** Blocks in even projection, three tones to each, heights like a city or an organ. */
export const cubes: Family = {
  name: 'cubes',
  layouts: ['bleedTop', 'panelTop', 'panelBottom', 'framed', 'band', 'hugeTop'],
  calm: 'fade',
  draw({ frame: { width, height, x, y, reach }, palette, random }) {
    const { ground, deep, main, accent, light } = palette
    const side = reach / random.pick([2.6, 3.2, 4])
    const [dx, dy] = [side * 0.866, side * 0.5]
    const tops = [main, main, light, mix(main, ground, 0.4)] as const
    let art = rect(0, 0, width, height, ground)
    const across = Math.ceil(width / dx / 2) + 2
    const start = y - reach * 0.35
    const rows = Math.ceil((height - start) / dy) + 3
    const special = [random.whole(-1, 1), random.whole(3, 6)]
    for (const row of count(rows)) {
      for (let column = -across; column <= across; column++) {
        if ((row + column) % 2 !== 0) continue
        const cx = x + column * dx
        const foot = start + row * dy
        const lift = side * random.between(0, 1.9) * (row < 3 ? 0.8 : 1)
        const top = foot - lift
        const here = column === special[0] || (column === (special[0] ?? 0) + 1 && row === special[1])
        const tone = here && Math.abs(row - (special[1] ?? 0)) < 1 ? accent : random.pick(tops)
        const deepSide = height - top + side
        art += polygon(
          [
            [cx - dx, top],
            [cx, top + dy],
            [cx, top + dy + deepSide],
            [cx - dx, top + deepSide],
          ],
          mix(tone, deep, 0.45),
        )
        art += polygon(
          [
            [cx + dx, top],
            [cx, top + dy],
            [cx, top + dy + deepSide],
            [cx + dx, top + deepSide],
          ],
          mix(tone, deep, 0.8),
        )
        art += polygon(
          [
            [cx, top - dy],
            [cx + dx, top],
            [cx, top + dy],
            [cx - dx, top],
          ],
          tone,
        )
      }
    }
    return { art, top: ground, bottom: deep }
  },
}
