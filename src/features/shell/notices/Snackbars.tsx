import { useSyncExternalStore } from 'react'
import { useLazyComponent } from '#ui/browser/useLazyComponent.ts'
import { currentSnackbar, dismissSnackbar, watchSnackbar } from '#ui/feedback/snackbar.ts'

const loadBar = async () => (await import('./Snackbar.tsx')).Snackbar
const giveUp = () => {
  const shown = currentSnackbar()
  if (shown) dismissSnackbar(shown.id)
}

/** Live region of snackbars, present from the start so that screen readers announce them. */
export function Snackbars() {
  const notice = useSyncExternalStore(watchSnackbar, currentSnackbar, () => undefined)
  const Bar = useLazyComponent(loadBar, notice !== undefined, giveUp)
  return <div role="status">{Bar && notice && <Bar key={notice.id} notice={notice} />}</div>
}
