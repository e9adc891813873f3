import { createFileRoute } from '@tanstack/react-router'
import { MemberLayout } from '#features/account/session/MemberLayout.tsx'
import { requireMember } from '#features/account/signIn/guard.ts'

/** Child routes require a session (docs/specification.md, section 4). */
export const Route = createFileRoute('/_member')({
  beforeLoad: async ({ location }) => ({ isExpired: (await requireMember(location.href)).status === 'expired' }),
  component: Member,
})

function Member() {
  return <MemberLayout startsExpired={Route.useRouteContext().isExpired} />
}
