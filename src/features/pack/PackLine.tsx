import { usePackProgress } from '#data/react/packHooks.ts'
import { packText } from '#text/pack.ts'

/** How many titles of the user's lists open offline, in one line; renders nothing without titles. */
export function PackLine() {
  const pack = usePackProgress()
  if (!pack || pack.total === 0) return null
  return <span>{packText.ready(pack.ready, pack.total)}</span>
}
