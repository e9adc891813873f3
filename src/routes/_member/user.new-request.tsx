import { createFileRoute } from '@tanstack/react-router'
import { NewRequestScreen } from '#features/requests/NewRequestScreen.tsx'
import { readNewRequestAddress } from '#features/requests/newRequestAddress.ts'

export const Route = createFileRoute('/_member/user/new-request')({
  staticData: { guestsToo: true },
  validateSearch: readNewRequestAddress,
  component: NewRequest,
})

function NewRequest() {
  return <NewRequestScreen prefill={Route.useSearch()} />
}
