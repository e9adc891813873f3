import { createFileRoute } from '@tanstack/react-router'
import { InstallPanel } from '#features/dashboard/InstallSection.tsx'
import { DownloadsShelf } from '#features/downloads/DownloadsSummary.tsx'
import { OnDeviceScreen } from '#features/ondevice/OnDeviceScreen.tsx'

export const Route = createFileRoute('/on-this-device')({ component: OnThisDevice })

function OnThisDevice() {
  return <OnDeviceScreen downloads={<DownloadsShelf />} install={<InstallPanel />} />
}
