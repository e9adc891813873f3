/*
 * The home stands before the app has come. Buttons that are tapped meanwhile are kept here, each once, and pressed when it
 * has (src/app/clickReplay.ts): a tap is never lost. Links lead on by themselves.
 */
;(() => {
  const buttons = new Set()
  const keep = ({ target }) => {
    const button = target instanceof Element ? target.closest('button') : null
    if (button) buttons.add(button)
  }
  addEventListener('click', keep, true)
  // The app may have been faster.
  let hasBegun = 'earlyTaps' in window
  window.earlyTaps = () => {
    hasBegun = true
    removeEventListener('click', keep, true)
    return [...buttons]
  }

  /*
   * What stands below the first screen is laid out when that is there with its picture, or as soon as somebody moves
   * (src/parts/lists/TitleGrid.module.css).
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

  /*
   * An app that dies before it has begun follows no newer build (src/app/registerWorker.ts), and what mends it would wait
   * behind its worker. So the page does what the app would: as soon as something breaks, and when the page says that the
   * app has not come (`.slowStart` in src/features/shell/Shell.module.css).
   */
  const LATE = 20_000
  const NOTE = 'parde-early'
  const workers = navigator.serviceWorker
  // Without a worker every page comes from the network.
  if (hasBegun || !workers?.controller) return
  let isLate = false
  let hasNext = false
  /** Once for each build: two that are deployed in turns must not go round in circles. */
  const takeNext = () => {
    if (hasBegun || !isLate || !hasNext) return
    try {
      const own = document.querySelector('meta[name="version"]').content
      const left = (sessionStorage.getItem(NOTE) ?? '').split(' ')
      if (left.includes(own)) return
      sessionStorage.setItem(NOTE, [...left, own].join(' '))
    } catch {
      // Without a place for the note nothing would stop a loop.
      return
    }
    location.reload()
  }
  workers.addEventListener('controllerchange', () => {
    hasNext = true
    takeNext()
  })
  const look = async () => {
    if (hasBegun) return
    isLate = true
    takeNext()
    const registration = await workers.ready
    const tell = () => {
      registration.installing?.addEventListener('statechange', tell)
      if (hasBegun || !registration.waiting) return
      // The words of src/contract/workerMessages.ts.
      const channel = new BroadcastChannel('parde-make-way')
      channel.postMessage(null)
      channel.close()
      registration.waiting.postMessage({ type: 'SKIP_WAITING' })
    }
    registration.onupdatefound = tell
    tell()
    // Without a network the next moment is another one.
    await registration.update().catch(() => undefined)
  }
  const breaks = ({ target }) => {
    if (!isLate && (target === window || target instanceof HTMLScriptElement)) look()
  }
  addEventListener('error', breaks, true)
  setTimeout(look, LATE)
  addEventListener('online', () => isLate && look())
  document.addEventListener('visibilitychange', () => isLate && look())
})()
