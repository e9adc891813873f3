import sharp from 'sharp'
import { eventually, findVisible, inPage, scrollToMiddle, type Tab, type Target } from './engine.ts'

/** The pixels of an element's box, as red, green and blue. */
export interface Picture {
  width: number
  height: number
  pixels: Buffer
}

/** The lowest contrast of a graphical object that can be recognized (WCAG 2.2, 1.4.11). */
const MIN_CONTRAST = 3

/** Takes a picture of an element and of `margin` CSS pixels around it, once the element does not move. */
export async function pictureOf(tab: Tab, target: Target, margin = 0): Promise<Picture> {
  await tab.sees(target)
  await eventually(() => tab.evaluate(scrollToMiddle, target))
  const box = await tab.evaluate(boxOf, target)
  const screen = sharp(await tab.screenshot())
  const { width: pixelWidth } = await screen.metadata()
  const scale = pixelWidth / box.screenWidth
  const [left, top] = [Math.max(0, box.left - margin), Math.max(0, box.top - margin)]
  const { data, info } = await screen
    .extract({
      left: Math.round(left * scale),
      top: Math.round(top * scale),
      width: Math.round(Math.min(box.right + margin - left, box.screenWidth - left) * scale),
      height: Math.round((box.bottom + margin - top) * scale),
    })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, pixels: data }
}

/** The number of pixels that stand out from the most frequent colour. */
export function countVisible({ pixels }: Picture): number {
  const counts = new Map<string, number>()
  for (let at = 0; at < pixels.length; at += 3) {
    const color = pixels.subarray(at, at + 3).join()
    counts.set(color, (counts.get(color) ?? 0) + 1)
  }
  const [most = ''] = [...counts].toSorted(([, one], [, other]) => other - one)[0] ?? []
  const background = luminance(most.split(',').map(Number))
  return [...counts]
    .filter(([color]) => contrast(luminance(color.split(',').map(Number)), background) >= MIN_CONTRAST)
    .reduce((sum, [, count]) => sum + count, 0)
}

/** The number of pixels that differ clearly between two pictures of an element. */
export function countChanged(before: Picture, after: Picture): number {
  if (before.width !== after.width || before.height !== after.height) throw new Error('the box has another size')
  let changed = 0
  for (let at = 0; at < before.pixels.length; at += 3) {
    const [one, other] = [before, after].map(({ pixels }) => luminance([...pixels.subarray(at, at + 3)]))
    if (contrast(one ?? 0, other ?? 0) >= MIN_CONTRAST) changed += 1
  }
  return changed
}

const boxOf = inPage<[Target], { left: number; top: number; right: number; bottom: number; screenWidth: number }>(
  `(target) => {
  const { left, top, right, bottom } = (${findVisible})(target).getBoundingClientRect()
  return { left, top, right, bottom, screenWidth: innerWidth }
}`,
)

/** The contrast of a computed colour with black. */
export function contrastWithBlack(color: string): number {
  return contrast(luminance((color.match(/[\d.]+/g) ?? []).map(Number)), 0)
}

/** Relative luminance and contrast ratio by WCAG 2.2. */
function luminance([red = 0, green = 0, blue = 0]: number[]): number {
  const linear = (channel: number) => {
    const part = channel / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

function contrast(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}
