/** Portrait screen sizes of Apple's phones and tablets, in pixels: their splash pictures must fit exactly. */
export const SPLASH_SIZES = [
  [1320, 2868],
  [1260, 2736],
  [1206, 2622],
  [1290, 2796],
  [1179, 2556],
  [1284, 2778],
  [1170, 2532],
  [1125, 2436],
  [1242, 2688],
  [1242, 2208],
  [828, 1792],
  [750, 1334],
  [1488, 2266],
  [1536, 2048],
  [1620, 2160],
  [1640, 2360],
  [1668, 2224],
  [1668, 2388],
  [1668, 2420],
  [2048, 2732],
  [2064, 2752],
] as const

export function splashPath(width: number, height: number): string {
  return `/splash/${width}x${height}.png`
}
