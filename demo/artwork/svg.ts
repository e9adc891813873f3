/** Helpers for SVG; every function returns markup. Coordinates are in drawing units. */
export type Point = readonly [number, number]

/** A number with at most two decimals. */
export function num(value: number): string {
  return String(Math.round(value * 100) / 100)
}

export function circle(x: number, y: number, radius: number, fill: string, more = ''): string {
  return `<circle cx="${num(x)}" cy="${num(y)}" r="${num(Math.max(0, radius))}" fill="${fill}" ${more}/>`
}

export function ellipse(x: number, y: number, rx: number, ry: number, fill: string, more = ''): string {
  return `<ellipse cx="${num(x)}" cy="${num(y)}" rx="${num(rx)}" ry="${num(ry)}" fill="${fill}" ${more}/>`
}

export function ring(x: number, y: number, radius: number, stroke: string, width: number, more = ''): string {
  return `<circle cx="${num(x)}" cy="${num(y)}" r="${num(Math.max(0, radius))}" fill="none" stroke="${stroke}" stroke-width="${num(width)}" ${more}/>`
}

export function rect(x: number, y: number, width: number, height: number, fill: string, more = ''): string {
  return `<rect x="${num(x)}" y="${num(y)}" width="${num(Math.max(0, width))}" height="${num(Math.max(0, height))}" fill="${fill}" ${more}/>`
}

export function polygon(points: readonly Point[], fill: string, more = ''): string {
  return `<polygon points="${points.map(([x, y]) => `${num(x)},${num(y)}`).join(' ')}" fill="${fill}" ${more}/>`
}

export function path(d: string, fill: string, more = ''): string {
  return `<path d="${d}" fill="${fill}" ${more}/>`
}

export function stroke(d: string, color: string, width: number, more = ''): string {
  return `<path d="${d}" fill="none" stroke="${color}" stroke-width="${num(width)}" ${more}/>`
}

export function line(from: Point, to: Point, color: string, width: number, more = ''): string {
  return stroke(`M${num(from[0])} ${num(from[1])}L${num(to[0])} ${num(to[1])}`, color, width, more)
}

export function group(inside: string, more: string): string {
  return `<g ${more}>${inside}</g>`
}

export function moved(inside: string, x: number, y: number, scale = 1, turn = 0): string {
  const turned = turn === 0 ? '' : ` rotate(${num(turn)})`
  const scaled = scale === 1 ? '' : ` scale(${Math.round(scale * 10000) / 10000})`
  return `<g transform="translate(${num(x)} ${num(y)})${turned}${scaled}">${inside}</g>`
}

/** Shows the second markup only inside the first. The id must be new within the picture. */
export function clipped(id: string, shape: string, inside: string): string {
  return `<clipPath id="${id}">${shape}</clipPath><g clip-path="url(#${id})">${inside}</g>`
}

/** A point on a circle; degrees, 0 to the right, growing clockwise. */
export function onCircle(x: number, y: number, radius: number, degrees: number): Point {
  const turn = (degrees * Math.PI) / 180
  return [x + Math.cos(turn) * radius, y + Math.sin(turn) * radius]
}

/** A slice of a disc between two angles. */
export function wedge(x: number, y: number, radius: number, from: number, to: number): string {
  const [ax, ay] = onCircle(x, y, radius, from)
  const [bx, by] = onCircle(x, y, radius, to)
  const large = Math.abs(to - from) > 180 ? 1 : 0
  return `M${num(x)} ${num(y)}L${num(ax)} ${num(ay)}A${num(radius)} ${num(radius)} 0 ${large} 1 ${num(bx)} ${num(by)}Z`
}

/** An open arc, for stroking. */
export function arc(x: number, y: number, radius: number, from: number, to: number): string {
  const [ax, ay] = onCircle(x, y, radius, from)
  const [bx, by] = onCircle(x, y, radius, to)
  const large = Math.abs(to - from) > 180 ? 1 : 0
  return `M${num(ax)} ${num(ay)}A${num(radius)} ${num(radius)} 0 ${large} 1 ${num(bx)} ${num(by)}`
}

/** A soft curve through all points, open. */
export function curve(points: readonly Point[]): string {
  const first = points[0]
  if (!first) return ''
  let d = `M${num(first[0])} ${num(first[1])}`
  for (let at = 0; at < points.length - 1; at++) {
    const here = points[at] ?? first
    const next = points[at + 1] ?? here
    const before = points[at - 1] ?? here
    const after = points[at + 2] ?? next
    d += `C${num(here[0] + (next[0] - before[0]) / 6)} ${num(here[1] + (next[1] - before[1]) / 6)} ${num(
      next[0] - (after[0] - here[0]) / 6,
    )} ${num(next[1] - (after[1] - here[1]) / 6)} ${num(next[0])} ${num(next[1])}`
  }
  return d
}

/** A star with so many points. */
export function star(x: number, y: number, outer: number, inner: number, points: number, turn = -90): Point[] {
  return Array.from({ length: points * 2 }, (_, at) =>
    onCircle(x, y, at % 2 === 0 ? outer : inner, turn + (at * 180) / points),
  )
}

/** The integers from 0 to length − 1. */
export function count(length: number): number[] {
  return Array.from({ length: Math.max(0, Math.floor(length)) }, (_, at) => at)
}
