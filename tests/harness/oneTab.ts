import { afterEach } from 'vitest'
import { openApp } from './app.tsx'

/** Returns a function that opens the app at a path and closes the previous tab. Closes the last tab after each test. */
export function oneTab(): typeof openApp {
  let tab: Awaited<ReturnType<typeof openApp>> | undefined
  const close = () => {
    tab?.close()
    tab = undefined
  }
  afterEach(close)
  return async (path) => {
    close()
    tab = await openApp(path)
    return tab
  }
}
