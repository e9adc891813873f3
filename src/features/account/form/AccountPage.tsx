import type { ReactNode } from 'react'
import { GuestDrawing } from '#ui/feedback/illustrations.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { Themed } from '#ui/theme/Themed.tsx'
import styles from './AccountPage.module.css'

/**
 * Layout of the account screens: a drawing (a ticket by default), the heading, the form and a link to the alternative
 * form.
 */
export function AccountPage({
  title,
  note,
  drawing = <GuestDrawing />,
  footer,
  children,
}: {
  title: string
  note?: string | undefined
  drawing?: ReactNode
  footer: ReactNode
  children: ReactNode
}) {
  return (
    <Page title={title} heading={null} narrow>
      <div className={styles.page}>
        <header className={styles.head}>
          {drawing}
          <h1 className={styles.title} tabIndex={-1}>
            {title}
          </h1>
          {note !== undefined && <p className={styles.note}>{note}</p>}
        </header>
        <Themed>{children}</Themed>
        <p className={styles.footer}>{footer}</p>
      </div>
    </Page>
  )
}
