import { type ComponentType, useEffect, useState } from 'react'
import { reportError } from '#data/platform/reportError.ts'
import { errorText } from '#text/failures.ts'
import { showSnackbar } from '#ui/feedback/snackbar.ts'

/**
 * Loads a component when it is first wanted; undefined until then. When its code cannot be loaded (offline, not
 * cached), shows a snackbar and calls `onMissing` so that the caller resets `wanted`. Setting it again retries. Without
 * `onMissing` the component is an enhancement, whose absence the user is not told about.
 */
export function useLazyComponent<Props>(
  load: () => Promise<ComponentType<Props>>,
  wanted: boolean,
  onMissing?: () => void,
): ComponentType<Props> | undefined {
  const [loaded, setLoaded] = useState<{ component: ComponentType<Props> }>()
  useEffect(() => {
    if (!wanted || loaded) return
    let isCurrent = true
    load().then(
      (component) => {
        if (isCurrent) setLoaded({ component })
      },
      (failure: unknown) => {
        // A missing chunk is expected and not reported.
        reportError(failure)
        if (!isCurrent || !onMissing) return
        showSnackbar({ text: errorText.missingPart, tone: 'warning' })
        onMissing()
      },
    )
    return () => {
      isCurrent = false
    }
  }, [wanted, loaded, load, onMissing])
  return loaded?.component
}
