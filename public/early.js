/*
 * The home stands before the app has come. Buttons that are tapped meanwhile are kept here, each once, and pressed when it
 * has (src/app/earlyTaps.ts): a tap is never lost. Links lead on by themselves.
 */
;(() => {
  const buttons = new Set()
  const keep = ({ target }) => {
    const button = target instanceof Element ? target.closest('button') : null
    if (button) buttons.add(button)
  }
  addEventListener('click', keep, true)
  window.earlyTaps = () => {
    removeEventListener('click', keep, true)
    return [...buttons]
  }

  /*
   * What stands below the first screen is laid out when that is there with its picture, or as soon as somebody moves
   * (src/parts/TitleGrid.module.css).
   */
  const MOVES = ['scroll', 'wheel', 'touchstart', 'pointerdown', 'keydown', 'load']
  /** As long as a picture that has come is decoded on a slow phone, in ms. */
  const DECODED = 100
  const drawWhole = () => {
    document.documentElement.dataset.whole = ''
    for (const move of MOVES) removeEventListener(move, drawWhole, true)
  }
  for (const move of MOVES) addEventListener(move, drawWhole, { capture: true, passive: true })
  const followPicture = ({ target }) => {
    if (!(target instanceof HTMLImageElement)) return
    document.removeEventListener('load', followPicture, true)
    setTimeout(drawWhole, DECODED)
  }
  document.addEventListener('load', followPicture, true)
})()
