import { useEffect } from 'react'
import { holdBusy, type Work } from '#data/platform/reloadGuard.ts'

/** Holds new versions back while somebody is at such a thing; typing and what plays are seen without it. */
export function useReloadGuard(work: Work | undefined): void {
  useEffect(() => (work === undefined ? undefined : holdBusy(work)), [work])
}
