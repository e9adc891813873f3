import { createFileRoute } from '@tanstack/react-router'
import { DashboardScreen } from '#features/dashboard/DashboardScreen.tsx'
import { ContinueRow } from '#features/home/ContinueRow.tsx'
import { ImportPanel } from '#features/imports/ImportPanel.tsx'
import { StorageLine } from '#features/sync/StorageLine.tsx'

export const Route = createFileRoute('/_member/user/dashboard')({ component: Dashboard })

function Dashboard() {
  const { syncNow } = Route.useRouteContext()
  return (
    <DashboardScreen
      continues={<ContinueRow />}
      storage={<StorageLine />}
      imports={<ImportPanel />}
      syncNow={syncNow}
    />
  )
}
