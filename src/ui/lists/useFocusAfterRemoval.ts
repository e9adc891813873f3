import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react'

/**
 * In a `WindowList`: after the item with the focus has gone, the button of the one that took its place has it, so that the
 * keyboard stays where it was. To be called before the item goes.
 */
export function useFocusAfterRemoval(place: RefObject<HTMLElement | null>, items: readonly unknown[]): () => void {
  const left = useRef<number>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list has changed, that is the moment
  useLayoutEffect(() => {
    if (left.current === undefined) return
    const at = Math.min(left.current, items.length)
    const button = place.current?.querySelector<HTMLElement>(`li[aria-posinset="${at}"] button`)
    // Only what has lost the focus gets it back: the person may be elsewhere by now.
    if (document.activeElement === document.body) button?.focus({ preventScroll: true })
    left.current = undefined
  }, [items])
  return useCallback(() => {
    const item = document.activeElement?.closest('li[aria-posinset]')
    if (item && place.current?.contains(item)) left.current = Number(item.getAttribute('aria-posinset'))
  }, [place])
}
