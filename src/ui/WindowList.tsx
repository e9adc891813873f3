import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type Key, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import styles from './WindowList.module.css'

/** Rows kept ready beyond each edge of the window: what a flick uncovers between two frames. */
const OVERSCAN = 3
/** A heading's height before one could be measured, in px. */
const HEADING = 56

interface Layout {
  columns: number
  /** px, with the gap below it */
  row: number
  /** the same of a row that begins with a heading */
  headed: number
  /** px from the top of the page */
  top: number
}

/**
 * A list as long as it likes, of which only what the window shows is there. `className` lays it out as a grid, one column
 * or many, and must give all rows one height; in one column some may begin with a heading and are higher. For those who listen it is whole: each item says its place and of how many.
 */
export function WindowList<Item>({
  items,
  whole = true,
  keyOf,
  label,
  className,
  guess,
  headingOf,
  children,
}: {
  items: readonly Item[]
  /** These are all there are; else nobody knows of how many they are. */
  whole?: boolean
  keyOf: (item: Item) => Key
  label: string
  className: string | undefined
  /** A row's height in px before the first one could be measured. */
  guess: number
  /** What stands above an item that begins a part of the list; nothing above the others. */
  headingOf?: (item: Item, at: number) => ReactNode
  children: (item: Item, at: number) => ReactNode
}) {
  const list = useRef<HTMLUListElement>(null)
  const [layout, setLayout] = useState<Layout>({ columns: 1, row: guess, headed: guess + HEADING, top: 0 })
  const { columns, row, headed, top } = layout
  const isHeaded = (at: number) => {
    const item = items[at]
    return item !== undefined && headingOf?.(item, at) != null
  }
  const rows = useWindowVirtualizer({
    count: Math.ceil(items.length / columns),
    estimateSize: (at) => (isHeaded(at) ? headed : row),
    overscan: OVERSCAN,
    scrollMargin: top,
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    initialOffset: () => window.scrollY,
  })

  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    const look = () => setLayout((before) => measured(element, before))
    look()
    const observer = new ResizeObserver(look)
    observer.observe(element, { box: 'border-box' })
    return () => observer.disconnect()
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new height is what the estimates are made of
  useLayoutEffect(() => rows.measure(), [rows, row, headed, columns, headingOf && items])

  const shown = rows.getVirtualItems()
  const first = shown[0]
  const last = shown.at(-1)
  const from = (first?.index ?? 0) * columns
  const to = ((last?.index ?? -1) + 1) * columns
  return (
    <ul
      ref={list}
      className={`${className} ${styles.list}`}
      aria-label={label}
      style={{
        paddingBlockStart: first ? first.start - top : 0,
        paddingBlockEnd: last ? rows.getTotalSize() - (last.end - top) : 0,
      }}
    >
      {items.slice(from, to).map((item, at) => {
        const heading = headingOf?.(item, from + at)
        return (
          <li
            key={keyOf(item)}
            aria-posinset={from + at + 1}
            aria-setsize={whole ? items.length : -1}
            data-headed={heading != null || undefined}
          >
            {heading}
            {children(item, from + at)}
          </li>
        )
      })}
    </ul>
  )
}

/** What the style sheet made of the list: how many columns, and how high a row. */
function measured(list: HTMLUListElement, before: Layout): Layout {
  const { gridTemplateColumns, rowGap } = getComputedStyle(list)
  const columns = Math.max(1, gridTemplateColumns.split(' ').filter((track) => track.endsWith('px')).length)
  const heightOf = (kind: string, known: number) => {
    const height = list.querySelector<HTMLElement>(`:scope > ${kind}`)?.offsetHeight ?? 0
    return height > 0 ? height + (Number.parseFloat(rowGap) || 0) : known
  }
  const row = heightOf('li:not([data-headed])', before.row)
  const headed = heightOf('li[data-headed]', before.headed)
  const top = Math.round(list.getBoundingClientRect().top + window.scrollY)
  if (columns === before.columns && row === before.row && headed === before.headed && top === before.top) return before
  return { columns, row, headed, top }
}
