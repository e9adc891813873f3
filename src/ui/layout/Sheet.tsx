import Dialog from '@mui/material/Dialog'
import { type ReactNode, useId } from 'react'
import { appText } from '#text/app.ts'
import { useCloseRequest } from '#ui/browser/useCloseRequest.ts'
import { useIsMobile } from '#ui/browser/useIsMobile.ts'
import { CloseIcon } from '#ui/icons/icons.tsx'
import { Themed } from '#ui/theme/Themed.tsx'
import drawer from './Drawer.module.css'
import { Drawer } from './Drawer.tsx'
import styles from './Sheet.module.css'

/**
 * Modal: a bottom sheet on phones, dismissible by swipe, and a dialog on desktop. Traps the focus, closes with Escape
 * or a click outside, and returns the focus. Load it lazily, because it pulls in MUI.
 */
export function Sheet({
  open,
  onClose,
  title,
  children,
  footer,
}: {
  open: boolean
  onClose: () => void
  title: string
  children: ReactNode
  /** Stays visible while the content scrolls. */
  footer?: ReactNode
}) {
  const isMobile = useIsMobile()
  const name = useId()
  useCloseRequest(open, onClose)
  const inside = (
    <>
      <header className={styles.head}>
        <h2 className={styles.title} id={name}>
          {title}
        </h2>
        <button type="button" className={styles.close} onClick={onClose} aria-label={appText.close}>
          <CloseIcon />
        </button>
      </header>
      <div className={styles.body}>{children}</div>
      {footer !== undefined && <footer className={styles.footer}>{footer}</footer>}
    </>
  )
  return (
    <Themed>
      {isMobile ? (
        <Drawer anchor="bottom" open={open} onClose={onClose} className={styles.sheet} aria-labelledby={name}>
          <span className={styles.grip} aria-hidden="true" />
          {inside}
        </Drawer>
      ) : (
        <Dialog
          open={open}
          onClose={onClose}
          aria-labelledby={name}
          slotProps={{ paper: { className: styles.dialog }, backdrop: { className: drawer.backdrop } }}
        >
          {inside}
        </Dialog>
      )}
    </Themed>
  )
}
