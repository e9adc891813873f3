import { useEffect, useRef } from 'react'
import type { DeferredAction } from '#data/areas/deferredAction.ts'
import { reportError } from '#data/platform/reportError.ts'
import { useMutationAction } from './useMutationAction.ts'

/**
 * Returns a click handler that inverts a desired state. `shown`: the state on screen, undefined while unknown; a click
 * then decides on the state that `read` finds on the device. Clicks run one after the other, and each decides on the
 * result of the click before it until the screen shows that result.
 */
export function useToggle(
  shown: boolean | undefined,
  {
    read,
    write,
    deferred,
  }: {
    read: () => Promise<boolean>
    write: (isOn: boolean) => Promise<void>
    /** Runs after a guest has signed in. */
    deferred: DeferredAction
  },
): () => void {
  const change = useMutationAction()
  const latest = useRef(shown)
  const written = useRef<boolean>(undefined)
  const queue = useRef(Promise.resolve())
  useEffect(() => {
    latest.current = shown
    if (shown === written.current) written.current = undefined
  }, [shown])

  const toggle = async () => {
    const isOn = !(written.current ?? latest.current ?? (await read()))
    await write(isOn)
    written.current = isOn === latest.current ? undefined : isOn
  }
  return () => {
    queue.current = queue.current.then(() => change(toggle, deferred)).catch(reportError)
  }
}
