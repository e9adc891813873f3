import type { ReactNode, Ref } from 'react'
import styles from './EmptyState.module.css'

/** Replaces missing content: a drawing, a sentence and an action. `heading`: level of the sentence in the outline. */
export function EmptyState({
  drawing,
  title,
  children,
  actions,
  heading: Heading = 'h2',
  headingRef,
  announce = false,
}: {
  drawing: ReactNode
  title: string
  children?: ReactNode
  actions?: ReactNode
  heading?: 'h1' | 'h2' | 'p'
  headingRef?: Ref<HTMLHeadingElement>
  /** Appears without a navigation: announce it to screen readers. */
  announce?: boolean
}) {
  return (
    <div className={styles.emptyState} role={announce ? 'status' : undefined}>
      <div className={styles.drawing}>{drawing}</div>
      <Heading
        ref={headingRef}
        tabIndex={Heading === 'h1' ? -1 : undefined}
        className={`${styles.title} ${Heading === 'h1' ? styles.large : ''}`}
      >
        {title}
      </Heading>
      {children !== undefined && <div className={styles.text}>{children}</div>}
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </div>
  )
}
