import { useEffect } from 'react'
import { holdBusy } from '#data/busy.ts'

/**
 * While it is so, a new version waits for as long as somebody looks (invariant I13): for what stands nowhere but on the
 * screen and is not typed.
 */
export function useUnsaved(isUnsaved: boolean): void {
  useEffect(() => (isUnsaved ? holdBusy('form') : undefined), [isUnsaved])
}
