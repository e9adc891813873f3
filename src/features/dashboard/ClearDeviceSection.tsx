import { Link } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { dashboardText } from '#text/dashboard.ts'
import { useLazyComponent } from '#ui/browser/useLazyComponent.ts'
import { Button, buttonClass } from '#ui/controls/Button.tsx'
import { Section } from '#ui/layout/Section.tsx'
import styles from './ClearDeviceSection.module.css'

const loadSheet = async () => (await import('./ClearDeviceSheet.tsx')).ClearDeviceSheet

/** Links to sign out and to clear this device. */
export function ClearDeviceSection() {
  const [isOpen, setOpen] = useState(false)
  const close = useCallback(() => setOpen(false), [])
  const Sheet = useLazyComponent(loadSheet, isOpen, close)
  return (
    <>
      <Section title={dashboardText.account}>
        <div className={styles.actions}>
          <Link to="/auth/logout" className={buttonClass()}>
            {dashboardText.logout}
          </Link>
        </div>
        <h3 className={styles.title}>{dashboardText.clear}</h3>
        <p className={styles.note}>{dashboardText.clearNote}</p>
        <Button look="danger" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {dashboardText.clearAct}
        </Button>
      </Section>
      {Sheet && <Sheet open={isOpen} onClose={close} />}
    </>
  )
}
