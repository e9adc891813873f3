import { usePackProgress } from '#data/react/packHooks.ts'
import { packText } from '#text/pack.ts'

/** How many saved titles open offline, in one line; renders nothing without saved titles. */
export function PackLine() {
  const { ready = 0, total = 0 } = usePackProgress()?.saved ?? {}
  return total === 0 ? null : <span>{packText.ready(ready, total)}</span>
}
