import { useEffect, useEffectEvent } from 'react'
import { holdReload } from '#data/platform/reloadGuard.ts'

/** While a film runs the screen stays lit, and again when one comes back to it. */
export function useWakeLock(runs: boolean) {
  useEffect(() => {
    if (!runs || !('wakeLock' in navigator)) return
    let lock: WakeLockSentinel | undefined
    let isOver = false
    const take = async () => {
      if (document.visibilityState !== 'visible') return
      // Refused on an empty battery: the film goes on all the same.
      const taken = await navigator.wakeLock.request('screen').catch(() => undefined)
      // Two that were asked for at once are two: only the last is known, and given back.
      void (isOver ? taken : lock)?.release()
      if (!isOver) lock = taken
    }
    void take()
    const again = () => void take()
    document.addEventListener('visibilitychange', again)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', again)
      void lock?.release()
    }
  }, [runs])
}

/** From the first picture until one leaves, no new version reloads the page (invariant I13). */
export function useReloadGuardWhilePlaying(started: boolean) {
  useEffect(() => (started ? holdReload('playback') : undefined), [started])
}

/**
 * A phone that goes to sleep stops what plays. When one comes back to it, it goes on by itself, unless the person had
 * stopped it: `isOwnPause` says so of a pause that comes while nobody sees the page.
 */
export function useResumeAfterSleep(video: HTMLVideoElement | null, isOwnPause: () => boolean) {
  const own = useEffectEvent(isOwnPause)
  useEffect(() => {
    if (!video) return
    let wasStopped = false
    const paused = () => {
      wasStopped = document.visibilityState === 'hidden' && !video.ended && !own()
    }
    const back = () => {
      if (document.visibilityState !== 'visible' || !wasStopped) return
      wasStopped = false
      void video.play().catch(() => undefined)
    }
    video.addEventListener('pause', paused)
    document.addEventListener('visibilitychange', back)
    return () => {
      video.removeEventListener('pause', paused)
      document.removeEventListener('visibilitychange', back)
    }
  }, [video])
}
