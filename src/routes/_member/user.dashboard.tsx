import { createFileRoute } from '@tanstack/react-router'
import { AccountLinks } from '#features/account/profile/AccountLinks.tsx'
import { DevicesSection } from '#features/account/session/DevicesSection.tsx'
import { PasskeysSection } from '#features/account/session/PasskeysSection.tsx'
import { DashboardScreen } from '#features/dashboard/DashboardScreen.tsx'
import { DownloadsSummary } from '#features/downloads/DownloadsSummary.tsx'
import { ContinueSlot } from '#features/home/rows/ContinueSlot.tsx'
import { ImportSection } from '#features/imports/ImportSection.tsx'
import { PushSettings } from '#features/notifications/PushSettings.tsx'
import { PackSection } from '#features/pack/PackSection.tsx'
import { StorageLine } from '#features/sync/StorageLine.tsx'

export const Route = createFileRoute('/_member/user/dashboard')({ component: Dashboard })

function Dashboard() {
  const { syncNow } = Route.useRouteContext()
  return (
    <DashboardScreen
      continues={<ContinueSlot />}
      storage={
        <>
          <StorageLine />
          <PackSection />
          <DownloadsSummary />
        </>
      }
      imports={<ImportSection />}
      push={<PushSettings />}
      devices={
        <>
          <DevicesSection />
          <AccountLinks />
        </>
      }
      passkeys={<PasskeysSection />}
      syncNow={syncNow}
    />
  )
}
