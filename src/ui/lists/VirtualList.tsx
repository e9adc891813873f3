import { type Range, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type Key, type ReactNode, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { createIdleRendering, type IdleRendering, useIdleRendering } from './useIdleRendering.ts'
import styles from './VirtualList.module.css'

/** Overscan in px: what a flick reveals between two frames. */
const OVERSCAN = 360
/** Estimated height of a heading, in px. */
const HEADING_HEIGHT = 56

interface Layout {
  columns: number
  /** Row height in px, including the gap below it. */
  row: number
  /** Gap between rows, in px. */
  gap: number
  /** Height of a row that starts with a heading, in px. */
  headed: number
  /** Offset from the top of the page, in px. */
  top: number
}

/**
 * A list of any length that mounts only the rows near the viewport. `className` lays it out as a grid with any number
 * of columns and must give all rows the same height. In one column, some rows may start with a heading and are taller.
 * `aria-setsize` and `aria-posinset` describe the whole list to screen readers.
 */
export function VirtualList<Item>({
  items,
  complete = true,
  keyOf,
  label,
  className,
  estimatedHeight,
  headedItems,
  renderHeading,
  children,
}: {
  items: readonly Item[]
  /** False while more items are still loading, so their number is unknown. */
  complete?: boolean
  keyOf: (item: Item) => Key
  label: string
  className: string | undefined
  /** Estimated row height in px, until a row is measured. */
  estimatedHeight: number
  /** Indexes of items that start with a heading. Must be a stable set. */
  headedItems?: ReadonlySet<number>
  /** Renders the heading above such an item. */
  renderHeading?: (item: Item) => ReactNode
  /** `light`: the list is scrolling, so the item should render text only, at the same height. */
  children: (item: Item, light: boolean) => ReactNode
}) {
  const list = useRef<HTMLUListElement>(null)
  const [layout, setLayout] = useState<Layout>({
    columns: 1,
    row: estimatedHeight,
    gap: 0,
    headed: estimatedHeight + HEADING_HEIGHT,
    top: 0,
  })
  const [focused, setFocused] = useState<Key>()
  const [rendering] = useState(createIdleRendering)
  const { columns, row, gap, headed, top } = layout
  const sizeOf = (at: number) => (headedItems?.has(at) ? headed : row)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new function makes the virtualizer measure again
  const getItemKey = useCallback((at: number) => at, [headedItems, headed, row, columns])
  const rows = useWindowVirtualizer({
    count: Math.ceil(items.length / columns),
    estimateSize: sizeOf,
    getItemKey,
    overscan: Math.ceil(OVERSCAN / row),
    rangeExtractor: (range): number[] => rowsToMount(range, rows.isScrolling ? rows.scrollDirection : null),
    scrollMargin: top,
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    initialOffset: () => window.scrollY,
  })

  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    const measure = () => setLayout((before) => measureLayout(element, before))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element, { box: 'border-box' })
    const { trackScrollSpeed } = rendering
    addEventListener('scroll', trackScrollSpeed, { passive: true, capture: true })
    return () => {
      observer.disconnect()
      removeEventListener('scroll', trackScrollSpeed, { capture: true })
    }
  }, [rendering])

  const shown = rows.getVirtualItems()
  const first = shown[0]
  const last = shown.at(-1)
  const from = (first?.index ?? 0) * columns
  const to = ((last?.index ?? -1) + 1) * columns
  const itemAt = (at: number) => {
    const item = items[at]
    if (item === undefined) return null
    const isHeaded = headedItems?.has(at) === true
    return (
      <li
        key={keyOf(item)}
        aria-posinset={at + 1}
        aria-setsize={complete ? items.length : -1}
        data-headed={isHeaded || undefined}
        data-away={at < from ? 'before' : at >= to ? 'after' : undefined}
      >
        {isHeaded && renderHeading?.(item)}
        <Row item={item} rendering={rendering} isScrolling={rows.isScrolling} height={row - gap}>
          {children}
        </Row>
      </li>
    )
  }
  // Keeps the focused item mounted wherever the list is scrolled.
  const focusedAt = focused === undefined ? -1 : items.findIndex((item) => keyOf(item) === focused)
  const visible = Array.from({ length: Math.max(0, Math.min(to, items.length) - from) }, (_, nth) => from + nth)
  // In the same array, so that React does not remount it.
  const mounted = [
    ...(focusedAt >= 0 && focusedAt < from ? [focusedAt] : []),
    ...visible,
    ...(focusedAt >= to ? [focusedAt] : []),
  ]
  return (
    <ul
      ref={list}
      className={`${className} ${styles.list}`}
      aria-label={label}
      style={{
        paddingBlockStart: first ? first.start - top : 0,
        paddingBlockEnd: last ? rows.getTotalSize() - (last.end - top) : 0,
      }}
      onFocus={({ target }) => {
        const item = items[Number(target.closest('li[aria-posinset]')?.getAttribute('aria-posinset')) - 1]
        setFocused(item && keyOf(item))
      }}
      onBlur={({ currentTarget }) => {
        // Switching windows blurs too; the focused item stays mounted.
        if (!currentTarget.contains(document.activeElement)) setFocused(undefined)
      }}
    >
      {mounted.map(itemAt)}
    </ul>
  )
}

/** Visible rows with overscan; while scrolling, only in the scroll direction. */
function rowsToMount(
  { startIndex, endIndex, overscan, count }: Range,
  direction: 'forward' | 'backward' | null,
): number[] {
  const from = direction === 'forward' ? startIndex : Math.max(0, startIndex - overscan)
  const to = direction === 'backward' ? endIndex : Math.min(count - 1, endIndex + overscan)
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, nth) => from + nth)
}

function Row<Item>({
  item,
  rendering,
  isScrolling,
  height,
  children,
}: {
  item: Item
  rendering: IdleRendering
  isScrolling: boolean
  /** px */
  height: number
  children: (item: Item, light: boolean) => ReactNode
}) {
  const rendered = useIdleRendering(rendering, isScrolling)
  if (rendered === 'placeholder') return <div className={styles.placeholder} style={{ blockSize: height }} />
  return children(item, rendered === 'text')
}

/** Measures the columns and row heights that the style sheet produced. */
function measureLayout(list: HTMLUListElement, before: Layout): Layout {
  const { gridTemplateColumns, rowGap } = getComputedStyle(list)
  const columns = Math.max(1, gridTemplateColumns.split(' ').filter((track) => track.endsWith('px')).length)
  const gap = Number.parseFloat(rowGap) || 0
  const heightOf = (kind: string, known: number) => {
    const item = list.querySelector(`:scope > ${kind}:not([data-away])`)
    // Not rounded: the page would be taller or shorter by the fraction of each mounted row.
    const height = item ? Number.parseFloat(getComputedStyle(item).height) : 0
    return height > 0 ? height + gap : known
  }
  const row = heightOf('li:not([data-headed])', before.row)
  const headed = heightOf('li[data-headed]', before.headed)
  const top = Math.round(list.getBoundingClientRect().top + window.scrollY)
  const next = { columns, row, gap, headed, top }
  return Object.keys(next).every((name) => next[name as keyof Layout] === before[name as keyof Layout]) ? before : next
}
