import { createFileRoute } from '@tanstack/react-router'
import { MemberLayout } from '#features/account/session/MemberLayout.tsx'
import { requireMember } from '#features/account/signIn/guard.ts'

/** Everything below needs somebody who is signed in (specification, section 4). */
export const Route = createFileRoute('/_member')({
  beforeLoad: async ({ location }) => ({ isExpired: (await requireMember(location.href)).status === 'expired' }),
  component: Member,
})

function Member() {
  return <MemberLayout startsExpired={Route.useRouteContext().isExpired} />
}
