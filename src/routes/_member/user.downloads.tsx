import { createFileRoute } from '@tanstack/react-router'
import { DownloadsScreen } from '#features/downloads/DownloadsScreen.tsx'
import { StorageLine } from '#features/sync/StorageLine.tsx'

export const Route = createFileRoute('/_member/user/downloads')({
  staticData: { guestsToo: true },
  component: Downloads,
})

function Downloads() {
  return <DownloadsScreen storage={<StorageLine />} />
}
