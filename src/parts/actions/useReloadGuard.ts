import { useEffect } from 'react'
import { holdReload, type ReloadHold } from '#data/platform/reloadGuard.ts'

/** Holds back new versions while this component does `work`. Typing and playback are detected automatically. */
export function useReloadGuard(work: ReloadHold | undefined): void {
  useEffect(() => (work === undefined ? undefined : holdReload(work)), [work])
}
