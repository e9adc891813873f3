import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react'

/**
 * Moves the focus in a `VirtualList` to the button of the item that takes the place of a removed one. Returns the
 * removal to call from an item, and the ref of an element around the list.
 */
export function useFocusAfterRemoval<Item>(
  items: readonly Item[],
  onRemove: (item: Item) => void,
): { container: RefObject<HTMLDivElement | null>; remove: (item: Item) => void } {
  const container = useRef<HTMLDivElement>(null)
  const left = useRef<number>(undefined)
  useLayoutEffect(() => {
    if (left.current === undefined) return
    const at = Math.min(left.current, items.length)
    const button = container.current?.querySelector<HTMLElement>(`li[aria-posinset="${at}"] button`)
    // Only if the focus was lost: the user may have moved it meanwhile.
    if (document.activeElement === document.body) button?.focus({ preventScroll: true })
    left.current = undefined
  }, [items])
  const remove = useCallback(
    (removed: Item) => {
      const item = document.activeElement?.closest('li[aria-posinset]')
      if (item && container.current?.contains(item)) left.current = Number(item.getAttribute('aria-posinset'))
      onRemove(removed)
    },
    [onRemove],
  )
  return { container, remove }
}
