import { useEffect } from 'react'
import { holdReload, type ReloadHold } from '#data/platform/reloadGuard.ts'

/** Holds new versions back while somebody is at such a thing; typing and what plays are seen without it. */
export function useReloadGuard(work: ReloadHold | undefined): void {
  useEffect(() => (work === undefined ? undefined : holdReload(work)), [work])
}
