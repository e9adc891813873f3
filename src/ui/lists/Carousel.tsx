import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { prefersReducedMotion } from '#ui/browser/reducedMotion.ts'
import { ForwardIcon, PreviousIcon } from '#ui/icons/icons.tsx'
import styles from './Carousel.module.css'

/** A row that scrolls sideways and snaps to items. Part of the next item stays visible. Children are list items. */
export function Carousel({
  title,
  end,
  children,
}: {
  title: string
  /** Link to the full list, beside the title. */
  end?: ReactNode
  children: ReactNode
}) {
  const row = useRef<HTMLUListElement>(null)
  const overflows = useOverflow(row)
  function push(screens: 1 | -1) {
    const list = row.current
    if (!list) return
    const onward = getComputedStyle(list).direction === 'rtl' ? -1 : 1
    list.scrollBy({
      left: screens * onward * list.clientWidth * 0.85,
      behavior: prefersReducedMotion() ? 'instant' : 'smooth',
    })
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

/** Whether a row has more content than it shows. */
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
