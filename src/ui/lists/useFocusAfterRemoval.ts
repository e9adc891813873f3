import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react'

/**
 * Moves the focus in a `VirtualList` to the button of the item that takes the place of a removed one. Call the returned
 * function before the removal.
 */
export function useFocusAfterRemoval(container: RefObject<HTMLElement | null>, items: readonly unknown[]): () => void {
  const left = useRef<number>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the list has changed
  useLayoutEffect(() => {
    if (left.current === undefined) return
    const at = Math.min(left.current, items.length)
    const button = container.current?.querySelector<HTMLElement>(`li[aria-posinset="${at}"] button`)
    // Only if the focus was lost: the user may have moved it meanwhile.
    if (document.activeElement === document.body) button?.focus({ preventScroll: true })
    left.current = undefined
  }, [items])
  return useCallback(() => {
    const item = document.activeElement?.closest('li[aria-posinset]')
    if (item && container.current?.contains(item)) left.current = Number(item.getAttribute('aria-posinset'))
  }, [container])
}
