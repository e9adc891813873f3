import { LONGEST_WAIT } from './afterFailure.ts'
import type { Engine, Opening } from './hlsEngine.ts'
import { aPatience } from './patience.ts'

/** The code of `MediaError` for bytes that are no film. */
const DECODE = 3
const FIRST_WAIT = 500

/**
 * A film that the browser plays by itself (Safari's HLS, plain files). It chooses qualities alone; when it gives up, it is
 * given the film again, at the place where it stood.
 */
export function openNative({ video, link, store, at, onRefused }: Opening): Engine {
  const patience = aPatience()
  let position = at
  let plays = false
  let tries = 0
  let stopWaiting: (() => void) | undefined
  const heard = new AbortController()
  const { signal } = heard
  const on = (name: keyof HTMLMediaElementEventMap, act: () => void) => video.addEventListener(name, act, { signal })

  function give() {
    stopWaiting?.()
    video.src = link.master
    video.load()
  }
  on('loadedmetadata', () => {
    if (position > 0) video.currentTime = position
    store.set({ phase: 'open' })
    if (plays) void video.play().catch(() => undefined)
  })
  on('timeupdate', () => {
    position = video.currentTime
    tries = 0
    store.set({ trouble: undefined, isStuck: false })
  })
  on('play', () => {
    plays = true
  })
  on('pause', () => {
    if (!video.error) plays = false
  })
  on('error', () => {
    const isBroken = video.error?.code === DECODE
    store.set({ trouble: isBroken ? 'broken' : 'offline', isStuck: isBroken })
    tries += 1
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** Math.min(tries, 10))
    stopWaiting = patience.wait(wait, () => {
      // A link that has run out looks like a network that is gone: a new one is never wrong.
      link.renew().then(give, (failure: unknown) => {
        if (failure instanceof Error && failure.name === 'NoLink') onRefused(failure)
        else give()
      })
    })
  })
  give()

  return {
    choose: () => undefined,
    speak: () => undefined,
    retry: patience.hurry,
    stepOver() {
      position += 4
      give()
    },
    close() {
      heard.abort()
      stopWaiting?.()
      patience.close()
      video.removeAttribute('src')
      video.load()
    },
  }
}
