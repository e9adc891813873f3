import { SPLASH_SIZES, splashPath } from '#contract/splashScreens.ts'
import { isIos, isStandalone } from '#data/platform/install.ts'

/**
 * Links the splash image for this screen size. iOS reads it when the user adds the app to the home screen; a static
 * list of all sizes would burden every other browser.
 */
export function addSplashLink() {
  if (!isIos() || isStandalone()) return
  const sides = [screen.width * devicePixelRatio, screen.height * devicePixelRatio].map(Math.round)
  const [width, height] = [Math.min(...sides), Math.max(...sides)]
  if (!SPLASH_SIZES.some(([one, other]) => one === width && other === height)) return
  const link = document.createElement('link')
  link.rel = 'apple-touch-startup-image'
  link.href = splashPath(width, height)
  document.head.append(link)
}
