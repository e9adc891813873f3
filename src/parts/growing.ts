import type { NavigateOptions } from '@tanstack/react-router'

export type ViewTransition = NonNullable<NavigateOptions['viewTransition']>

/** For so long, in ms, a person sees nothing of a tap while the browser takes a picture of the screen that is left. */
const WORTH = 100

let begun: number | undefined
let isTooSlow = false

/**
 * How a poster grows into the page of its title. A phone that has once taken too long for it goes from screen to screen at
 * once from then on.
 */
export const growing: ViewTransition = {
  types() {
    if (isTooSlow) return false
    begun = performance.now()
    return []
  },
}

/** The picture is taken: what follows is the next screen. */
export function notePictureTaken(): void {
  if (begun !== undefined && performance.now() - begun > WORTH) isTooSlow = true
  begun = undefined
}
