import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type Key, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import styles from './WindowList.module.css'

/** Rows kept ready beyond each edge of the window: what a flick uncovers between two frames. */
const OVERSCAN = 3

interface Layout {
  columns: number
  /** px, with the gap below it */
  row: number
  /** px from the top of the page */
  top: number
}

/**
 * A list as long as it likes, of which only what the window shows is there. `className` lays it out as a grid, one column
 * or many, and must give all rows one height. For those who listen it is whole: each item says its place and of how many.
 */
export function WindowList<Item>({
  items,
  keyOf,
  label,
  className,
  guess,
  children,
}: {
  items: readonly Item[]
  keyOf: (item: Item) => Key
  label: string
  className: string | undefined
  /** A row's height in px before the first one could be measured. */
  guess: number
  children: (item: Item, at: number) => ReactNode
}) {
  const list = useRef<HTMLUListElement>(null)
  const [layout, setLayout] = useState<Layout>({ columns: 1, row: guess, top: 0 })
  const { columns, row, top } = layout
  const rows = useWindowVirtualizer({
    count: Math.ceil(items.length / columns),
    estimateSize: () => row,
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
  useLayoutEffect(() => rows.measure(), [rows, row, columns])

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
      {items.slice(from, to).map((item, at) => (
        <li key={keyOf(item)} aria-posinset={from + at + 1} aria-setsize={items.length}>
          {children(item, from + at)}
        </li>
      ))}
    </ul>
  )
}

/** What the style sheet made of the list: how many columns, and how high a row. */
function measured(list: HTMLUListElement, before: Layout): Layout {
  const { gridTemplateColumns, rowGap } = getComputedStyle(list)
  const columns = Math.max(1, gridTemplateColumns.split(' ').filter((track) => track.endsWith('px')).length)
  const height = list.querySelector('li')?.offsetHeight ?? 0
  const row = height > 0 ? height + (Number.parseFloat(rowGap) || 0) : before.row
  const top = Math.round(list.getBoundingClientRect().top + window.scrollY)
  if (columns === before.columns && row === before.row && top === before.top) return before
  return { columns, row, top }
}
