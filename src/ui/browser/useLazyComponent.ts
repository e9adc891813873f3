import { type ComponentType, useEffect, useState } from 'react'
import { errorText } from '#text/failures.ts'
import { showSnackbar } from '#ui/feedback/snackbar.ts'

/**
 * A component whose code comes when it is first wanted; nothing until then. When the code cannot be had (offline, never
 * loaded before) the person is told and `onMissing` takes the wish back; the next wish tries again.
 */
export function useLazyComponent<Props>(
  load: () => Promise<ComponentType<Props>>,
  wanted: boolean,
  onMissing: () => void,
): ComponentType<Props> | undefined {
  const [part, setPart] = useState<{ it: ComponentType<Props> }>()
  useEffect(() => {
    if (!wanted || part) return
    let isCurrent = true
    load().then(
      (it) => {
        if (isCurrent) setPart({ it })
      },
      () => {
        if (!isCurrent) return
        showSnackbar({ text: errorText.missingPart, tone: 'warning' })
        onMissing()
      },
    )
    return () => {
      isCurrent = false
    }
  }, [wanted, part, load, onMissing])
  return part?.it
}
