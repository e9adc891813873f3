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
})()
