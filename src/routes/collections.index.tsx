import { createFileRoute } from '@tanstack/react-router'
import { collections } from '#data/areas/collections.ts'
import { startRead } from '#data/react/readHooks.ts'
import { CollectionsScreen } from '#features/collections/CollectionsScreen.tsx'

export const Route = createFileRoute('/collections/')({
  loader: ({ context }) => startRead(context.queryClient, collections()),
  component: CollectionsScreen,
})
