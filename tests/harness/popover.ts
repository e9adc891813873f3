import { act, fireEvent } from '@testing-library/react'

/** Opens the list of a button as a browser does: jsdom knows no popovers. */
export function openPopover(button: HTMLElement) {
  const list = document.getElementById(button.getAttribute('popovertarget') ?? '')
  if (!list) throw new Error('a button without a popover')
  act(() => {
    fireEvent(list, Object.assign(new Event('beforetoggle'), { newState: 'open' }))
  })
}
