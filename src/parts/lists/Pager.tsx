import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { PageMeta } from '#contract/shapes.ts'
import { EXACT } from '#parts/navigation/links.ts'
import { pagerText } from '#text/titles.ts'
import { ForwardIcon, PreviousIcon } from '#ui/icons/icons.tsx'
import styles from './Pager.module.css'
import { GAP, pageNumbers } from './pageNumbers.ts'

/** Page links of a list with its range, "from to of total" (docs/specification.md, section 1). */
export function Pager({
  meta: { currentPage, lastPage, total, from, to },
  linkOf,
}: {
  meta: PageMeta
  linkOf: (page: number) => LinkProps
}) {
  if (total === 0) return null
  const step = (page: number, name: string, icon: ReactNode) =>
    page < 1 || page > lastPage ? (
      <span className={`${styles.page} ${styles.off}`} aria-hidden="true">
        {icon}
      </span>
    ) : (
      <Link {...linkOf(page)} activeOptions={EXACT} className={styles.page} aria-label={name}>
        {icon}
      </Link>
    )
  return (
    <nav className={styles.pager} aria-label={pagerText.label}>
      {from !== null && to !== null && <p className={styles.range}>{pagerText.range(from, to, total)}</p>}
      {lastPage > 1 && (
        <ul className={styles.pages}>
          <li>{step(currentPage - 1, pagerText.previous, <PreviousIcon size={20} />)}</li>
          {pageNumbers(currentPage, lastPage).map((page, at) =>
            page === GAP ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: a gap is identified by its position
              <li key={`gap${at}`} className={styles.gap} aria-hidden="true">
                …
              </li>
            ) : (
              <li key={page}>
                <Link
                  {...linkOf(page)}
                  activeOptions={EXACT}
                  className={styles.page}
                  aria-label={pagerText.page(page)}
                  aria-current={page === currentPage ? 'page' : undefined}
                >
                  {pagerText.number(page)}
                </Link>
              </li>
            ),
          )}
          <li>{step(currentPage + 1, pagerText.next, <ForwardIcon size={20} />)}</li>
        </ul>
      )}
    </nav>
  )
}
