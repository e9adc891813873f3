const INPUT_EVENTS = ['scroll', 'wheel', 'touchstart', 'pointerdown', 'keydown', 'load'] as const
/** Decoding the hero's picture takes a slow phone about this long, in ms. */
const DECODE_TIME = 100

/**
 * Keeps cards below the first screen out of layout until the first picture has loaded and is decoded, the page has loaded,
 * or the user scrolls, touches or types. The attribute it sets ends `content-visibility: hidden` in
 * src/parts/lists/TitleGrid.module.css. Measured in docs/performance.md.
 */
export function deferLayout(): void {
  const layOut = () => {
    document.documentElement.dataset.whole = ''
    for (const name of INPUT_EVENTS) removeEventListener(name, layOut, true)
  }
  for (const name of INPUT_EVENTS) addEventListener(name, layOut, { capture: true, passive: true })
  const onLoad = ({ target }: Event) => {
    if (!(target instanceof HTMLImageElement)) return
    document.removeEventListener('load', onLoad, true)
    setTimeout(layOut, DECODE_TIME)
  }
  document.addEventListener('load', onLoad, true)
}
