import { createFileRoute } from '@tanstack/react-router'
import { InstallSection } from '#features/dashboard/InstallSection.tsx'
import { DownloadsSummary } from '#features/downloads/DownloadsSummary.tsx'
import { OnDeviceScreen } from '#features/ondevice/OnDeviceScreen.tsx'
import { PackSection } from '#features/pack/PackSection.tsx'

export const Route = createFileRoute('/on-this-device')({ component: OnThisDevice })

function OnThisDevice() {
  return <OnDeviceScreen pack={<PackSection />} downloads={<DownloadsSummary />} install={<InstallSection />} />
}
