import { SPLASH_SIZES, splashPath } from '#contract/splash.ts'
import { isIos, isStandalone } from '#data/platform/install.ts'

/**
 * Names the picture that iOS shows while the app starts from the home screen. It takes the one that fits this very screen,
 * at the moment of putting the app there; nobody else has to read of it.
 */
export function nameSplash() {
  if (!isIos() || isStandalone()) return
  const sides = [screen.width * devicePixelRatio, screen.height * devicePixelRatio].map(Math.round)
  const [width, height] = [Math.min(...sides), Math.max(...sides)]
  if (!SPLASH_SIZES.some(([one, other]) => one === width && other === height)) return
  const link = document.createElement('link')
  link.rel = 'apple-touch-startup-image'
  link.href = splashPath(width, height)
  document.head.append(link)
}
