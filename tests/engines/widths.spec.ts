import { eventually } from './engine.ts'
import { expect, test } from './scenario.ts'

const SIZES = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
]
const PATHS = ['/', '/tv', '/titles/68646/the-godfather', '/collections', '/comingsoon']

test('at the widths of phones, tablets and desktops pictures have a size, and nothing is wider than the window', async ({
  tab,
}) => {
  for (const path of PATHS) {
    await tab.goto(path)
    for (const size of SIZES) {
      await tab.resize(size)
      await tab.sees({ css: 'main img' })
      await eventually(async () => {
        expect(await tab.evaluate(collapsedPictures), `pictures of ${path} at ${size.width}`).toEqual([])
      })
      const over = await tab.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(over, `${path} at ${size.width}`).toBeLessThanOrEqual(0)
    }
  }
})

/** The pictures in the window that are loaded and have no area. */
function collapsedPictures(): string[] {
  return [...document.querySelectorAll<HTMLImageElement>('main img')]
    .filter((image) => {
      const { top, left, width, height } = image.getBoundingClientRect()
      const isInWindow = top < innerHeight && left < innerWidth && left + width > 0
      return isInWindow && image.complete && image.naturalWidth > 0 && width * height === 0
    })
    .map(({ currentSrc }) => new URL(currentSrc).pathname)
}
