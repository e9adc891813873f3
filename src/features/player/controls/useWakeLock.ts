import { useEffect, useEffectEvent } from 'react'
import { ignoring } from '#data/platform/ignoring.ts'
import { holdReload } from '#data/platform/reloadGuard.ts'
import { PLAY_ERRORS } from '#features/player/engine/playErrors.ts'

/** Holds a screen wake lock during playback and takes it again when the page becomes visible. */
export function useWakeLock(isPlaying: boolean) {
  useEffect(() => {
    if (!isPlaying || !('wakeLock' in navigator)) return
    let lock: WakeLockSentinel | undefined
    let isOver = false
    const take = async () => {
      if (document.visibilityState !== 'visible') return
      // Browsers refuse a wake lock on a low battery.
      const taken = await navigator.wakeLock.request('screen').catch(ignoring('NotAllowedError'))
      // Parallel requests yield two locks: the older one is released.
      void (isOver ? taken : lock)?.release()
      if (!isOver) lock = taken
    }
    void take()
    const reacquire = () => void take()
    document.addEventListener('visibilitychange', reacquire)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', reacquire)
      void lock?.release()
    }
  }, [isPlaying])
}

/** Holds the reload guard from the first frame until the player closes, so that an update never interrupts playback. */
export function useReloadGuardWhilePlaying(started: boolean) {
  useEffect(() => (started ? holdReload('playback') : undefined), [started])
}

/**
 * Resumes playback when a phone wakes up after its sleep paused the video. `isOwnPause` returns whether the user paused
 * while the page was hidden.
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
      void video.play().catch(ignoring(...PLAY_ERRORS))
    }
    video.addEventListener('pause', paused)
    document.addEventListener('visibilitychange', back)
    return () => {
      video.removeEventListener('pause', paused)
      document.removeEventListener('visibilitychange', back)
    }
  }, [video])
}
