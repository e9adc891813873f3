import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { ForwardIcon, PreviousIcon } from '#ui/icons/icons.tsx'
import styles from './Carousel.module.css'

/**
 * A row that is pushed sideways by finger, wheel or keyboard and comes to rest on an item; it always shows a part of the
 * next one. Its children are list items.
 */
export function Carousel({
  title,
  end,
  children,
}: {
  title: string
  /** Beside the title: the way to all of it. */
  end?: ReactNode
  children: ReactNode
}) {
  const row = useRef<HTMLUListElement>(null)
  const overflows = useOverflow(row)
  function push(screens: 1 | -1) {
    const list = row.current
    if (!list) return
    const onward = getComputedStyle(list).direction === 'rtl' ? -1 : 1
    list.scrollBy({ left: screens * onward * list.clientWidth * 0.85, behavior: 'smooth' })
  }
  return (
    <section className={styles.carousel} aria-label={title}>
      <div className={styles.head}>
        <h2 className={styles.title}>{title}</h2>
        {end}
        <div className={styles.arrows} aria-hidden="true" hidden={!overflows}>
          <button type="button" tabIndex={-1} className={styles.arrow} onClick={() => push(-1)}>
            <PreviousIcon />
          </button>
          <button type="button" tabIndex={-1} className={styles.arrow} onClick={() => push(1)}>
            <ForwardIcon />
          </button>
        </div>
      </div>
      <ul ref={row} className={styles.row} aria-label={title}>
        {children}
      </ul>
    </section>
  )
}

/** Whether a row holds more than it shows. */
function useOverflow(row: RefObject<HTMLElement | null>): boolean {
  const [overflows, setOverflows] = useState(false)
  useLayoutEffect(() => {
    const element = row.current
    if (!element || typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(() => setOverflows(element.scrollWidth > element.clientWidth + 1))
    observer.observe(element)
    return () => observer.disconnect()
  }, [row])
  return overflows
}
