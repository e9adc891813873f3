type Oklch = { lightness: number; chroma: number; hue: number }

/** Blends two `#rrggbb` colours perceptually (in OKLab); 0 gives the first, 1 the second. */
export function mix(from: string, to: string, share: number): string {
  const a = toOklab(from)
  const b = toOklab(to)
  return fromOklab([a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share, a[2] + (b[2] - a[2]) * share])
}

/** Shifts a colour's hue, in degrees, and lightness, from 0 to 1. */
export function nudge(color: string, hue: number, lightness: number): string {
  const lch = toOklch(color)
  const turned = ((lch.hue + hue) * Math.PI) / 180
  return fromOklab([
    Math.min(0.98, Math.max(0.06, lch.lightness + lightness)),
    Math.cos(turned) * lch.chroma,
    Math.sin(turned) * lch.chroma,
  ])
}

/** WCAG contrast of two colours, 1 to 21. */
export function contrast(one: string, other: string): number {
  const a = luminance(one)
  const b = luminance(other)
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/** Perceived lightness, 0 to 1. */
export function lightnessOf(color: string): number {
  return toOklab(color)[0]
}

type Triple = [number, number, number]

function toOklch(color: string): Oklch {
  const [lightness, a, b] = toOklab(color)
  return { lightness, chroma: Math.hypot(a, b), hue: (Math.atan2(b, a) * 180) / Math.PI }
}

function channels(color: string): Triple {
  const value = Number.parseInt(color.slice(1), 16)
  return [linear(value >> 16), linear((value >> 8) & 255), linear(value & 255)]
}

function linear(byte: number): number {
  const share = byte / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

function byteOf(share: number): string {
  const bounded = Math.min(1, Math.max(0, share))
  const curved = bounded <= 0.0031308 ? bounded * 12.92 : 1.055 * bounded ** (1 / 2.4) - 0.055
  return Math.round(curved * 255)
    .toString(16)
    .padStart(2, '0')
}

function luminance(color: string): number {
  const [red, green, blue] = channels(color)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function toOklab(color: string): Triple {
  const [red, green, blue] = channels(color)
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

function fromOklab([lightness, a, b]: Triple): string {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return `#${byteOf(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s)}${byteOf(
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
  )}${byteOf(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s)}`
}
