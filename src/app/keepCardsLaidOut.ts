/**
 * Of a wall that came drawn, cards are laid out when one comes near them (`TitleGrid.module.css`). What has been, stays so:
 * where a screen is come back to, a browser would show their places empty for a frame.
 */
export function keepCardsLaidOut() {
  document.addEventListener(
    'contentvisibilityautostatechange',
    (event) => {
      const { target } = event
      if ('skipped' in event && event.skipped === false && target instanceof HTMLElement) keep(target)
    },
    { capture: true },
  )
  for (const place of document.querySelectorAll<HTMLElement>('[data-drawn] li:has([data-poster])')) {
    if (place.firstElementChild?.checkVisibility?.({ contentVisibilityAuto: true })) keep(place)
  }
}

function keep(place: HTMLElement) {
  place.dataset.laidOut = ''
}
