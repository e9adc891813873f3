import SwipeableDrawer from '@mui/material/SwipeableDrawer'
import type { ReactNode } from 'react'
import styles from './Drawer.module.css'

/** Modal that slides in from a side and can be swiped away. Load it lazily, because it pulls in MUI. */
export function Drawer({
  anchor,
  open,
  onClose,
  className,
  children,
  ...name
}: {
  /** For MUI's left-to-right layout: `left` is the start side. */
  anchor: 'left' | 'bottom'
  open: boolean
  onClose: () => void
  className: string | undefined
  children: ReactNode
  'aria-label'?: string
  'aria-labelledby'?: string
}) {
  return (
    <SwipeableDrawer
      anchor={anchor}
      open={open}
      onOpen={() => undefined}
      onClose={onClose}
      disableSwipeToOpen
      disableDiscovery
      slotProps={{
        paper: { className, role: 'dialog', 'aria-modal': true, ...name },
        backdrop: { className: styles.backdrop },
      }}
    >
      {children}
    </SwipeableDrawer>
  )
}
