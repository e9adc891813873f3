import { createFileRoute } from '@tanstack/react-router'
import { DevicesPanel } from '#features/account/DevicesPanel.tsx'
import { PasswordLink } from '#features/account/PasswordLink.tsx'
import { DashboardScreen } from '#features/dashboard/DashboardScreen.tsx'
import { DownloadsShelf } from '#features/downloads/DownloadsShelf.tsx'
import { ContinueRow } from '#features/home/ContinueRow.tsx'
import { ImportPanel } from '#features/imports/ImportPanel.tsx'
import { PushSettings } from '#features/notifications/PushSettings.tsx'
import { StorageLine } from '#features/sync/StorageLine.tsx'

export const Route = createFileRoute('/_member/user/dashboard')({ component: Dashboard })

function Dashboard() {
  const { syncNow } = Route.useRouteContext()
  return (
    <DashboardScreen
      continues={<ContinueRow />}
      storage={
        <>
          <StorageLine />
          <DownloadsShelf />
        </>
      }
      imports={<ImportPanel />}
      push={<PushSettings />}
      devices={
        <>
          <DevicesPanel />
          <PasswordLink />
        </>
      }
      syncNow={syncNow}
    />
  )
}
