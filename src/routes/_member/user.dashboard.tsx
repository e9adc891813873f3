import { createFileRoute } from '@tanstack/react-router'
import { PasswordLink } from '#features/account/password/PasswordLink.tsx'
import { DevicesPanel } from '#features/account/session/DevicesSection.tsx'
import { DashboardScreen } from '#features/dashboard/DashboardScreen.tsx'
import { DownloadsShelf } from '#features/downloads/DownloadsSummary.tsx'
import { ContinueRow } from '#features/home/ContinueRow.tsx'
import { ImportPanel } from '#features/imports/ImportSection.tsx'
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
