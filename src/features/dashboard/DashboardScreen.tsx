import type { ReactNode } from 'react'
import { useSession } from '#data/react/readHooks.ts'
import { CountTiles } from '#parts/cards/CountTiles.tsx'
import { dashboardText } from '#text/dashboard.ts'
import { Page } from '#ui/layout/Page.tsx'
import { ClearDeviceSection } from './ClearDeviceSection.tsx'
import styles from './DashboardScreen.module.css'
import { ExportSection } from './ExportSection.tsx'
import { InstallSection } from './InstallSection.tsx'
import { PlanCard } from './PlanCard.tsx'
import { SyncSection } from './SyncSection.tsx'

/** The user's dashboard. Sections of other features are passed in by the route. */
export function DashboardScreen({
  continues,
  storage,
  imports,
  push,
  devices,
  passkeys,
  syncNow,
}: {
  continues: ReactNode
  storage: ReactNode
  imports: ReactNode
  push?: ReactNode
  devices?: ReactNode
  passkeys?: ReactNode
  syncNow: () => Promise<void>
}) {
  return (
    <Page title={dashboardText.title} heading={null} unlisted>
      <Head />
      <div className={styles.row}>{continues}</div>
      <CountTiles />
      <div className={styles.columns}>
        <div className={styles.column}>
          <div className={styles.panel}>
            <SyncSection syncNow={syncNow} storage={storage} />
          </div>
          <div className={styles.panel}>{push}</div>
          <div className={styles.panel}>{devices}</div>
          <div className={styles.panel}>{passkeys}</div>
        </div>
        <div className={styles.column}>
          <div className={styles.panel}>
            <InstallSection />
          </div>
          <div className={styles.panel}>{imports}</div>
          <div className={styles.panel}>
            <ExportSection />
          </div>
          <div className={styles.panel}>
            <ClearDeviceSection />
          </div>
        </div>
      </div>
    </Page>
  )
}

function Head() {
  const session = useSession()
  if (session.state !== 'member') return <div className={styles.headPlaceholder} />
  const { name, createdAt, subscription } = session.user
  return (
    <header className={styles.head}>
      <div className={styles.person}>
        <h1 className={styles.greeting} tabIndex={-1}>
          {dashboardText.greeting(name)}
        </h1>
        {createdAt !== null && <p className={styles.since}>{dashboardText.since(createdAt)}</p>}
      </div>
      <PlanCard subscription={subscription} />
    </header>
  )
}
