import { createFileRoute } from '@tanstack/react-router'
import { contactInfo } from '#data/areas/contact.ts'
import { startRead } from '#data/react/readHooks.ts'
import { ContactScreen } from '#features/contact/ContactScreen.tsx'

export const Route = createFileRoute('/contact')({
  loader: ({ context }) => startRead(context.queryClient, contactInfo()),
  component: ContactScreen,
})
