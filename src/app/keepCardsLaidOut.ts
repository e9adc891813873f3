/**
 * Keeps cards of the prerendered grid laid out once they have been visible (`TitleGrid.module.css` skips off-screen
 * cards). Otherwise browsers show empty cards for a frame when the user returns to the screen.
 */
export function keepCardsLaidOut() {
  document.addEventListener(
    'contentvisibilityautostatechange',
    (event) => {
      const { target } = event
      if ('skipped' in event && event.skipped === false && target instanceof HTMLElement) markLaidOut(target)
    },
    { capture: true },
  )
  for (const item of document.querySelectorAll<HTMLElement>('[data-drawn] li:has([data-poster])')) {
    if (item.firstElementChild?.checkVisibility?.({ contentVisibilityAuto: true })) markLaidOut(item)
  }
}

function markLaidOut(item: HTMLElement) {
  item.dataset.laidOut = ''
}
