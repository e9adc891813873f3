import { createFileRoute } from '@tanstack/react-router'
import { requireMember } from '#features/account/guard.ts'
import { MemberLayout } from '#features/account/MemberLayout.tsx'

/** Everything below needs somebody who is signed in (specification, section 4). */
export const Route = createFileRoute('/_member')({
  beforeLoad: async ({ location }) => ({ isExpired: (await requireMember(location.href)).status === 'expired' }),
  component: Member,
})

function Member() {
  return <MemberLayout startsExpired={Route.useRouteContext().isExpired} />
}
