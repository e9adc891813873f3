import { useSyncExternalStore } from 'react'
import { useOnDemand } from '#ui/browser/useLazyComponent.ts'
import { dismissNotice, shownNotice, watchNotice } from '#ui/feedback/snackbar.ts'

const loadBar = async () => (await import('./Snackbar.tsx')).NoticeBar
const giveUp = () => {
  const shown = shownNotice()
  if (shown) dismissNotice(shown.id)
}

/** Where notices show: a region that is there from the start, so that screen readers hear what comes into it. */
export function Notices() {
  const notice = useSyncExternalStore(watchNotice, shownNotice, () => undefined)
  const Bar = useOnDemand(loadBar, notice !== undefined, giveUp)
  return <div role="status">{Bar && notice && <Bar key={notice.id} notice={notice} />}</div>
}
