import { Link } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { dashboardText } from '#text/dashboard.ts'
import { useOnDemand } from '#ui/browser/useLazyComponent.ts'
import { Button, buttonClass } from '#ui/controls/Button.tsx'
import { Panel } from '#ui/layout/Section.tsx'
import styles from './ClearDeviceSection.module.css'

const loadSheet = async () => (await import('./ClearDeviceSheet.tsx')).ClearSheet

/** The ways out: of the account, and with everything off this device. */
export function LeavePanel() {
  const [isOpen, setOpen] = useState(false)
  const close = useCallback(() => setOpen(false), [])
  const Sheet = useOnDemand(loadSheet, isOpen, close)
  return (
    <>
      <Panel title={dashboardText.account}>
        <div className={styles.acts}>
          <Link to="/auth/logout" className={buttonClass()}>
            {dashboardText.logout}
          </Link>
        </div>
        <h3 className={styles.title}>{dashboardText.clear}</h3>
        <p className={styles.note}>{dashboardText.clearNote}</p>
        <Button look="danger" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {dashboardText.clearAct}
        </Button>
      </Panel>
      {Sheet && <Sheet open={isOpen} onClose={close} />}
    </>
  )
}
