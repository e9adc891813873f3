import type { FailureCode } from '#contract/failures.ts'

/** Facts about a call that its schemas do not express. */
interface CallFacts {
  /** of a successful answer; 200, or 204 without a body, unless named */
  status?: 201
  /** Failures besides those that follow from access, parameters, body and queueing. */
  failures?: FailureCode[]
  /** Open to everyone, but different for each caller, so that no cache may keep it. */
  isPrivate?: true
  /** Takes an `Idempotency-Key`, though it is not queued. */
  takesKey?: true
  /** Answers with server-sent events when `Accept` asks for them. */
  isStream?: true
}

const LIMITED: CallFacts = { failures: ['too_many_requests'] }
const ORDER: CallFacts = { failures: ['too_many_requests', 'in_progress'], takesKey: true }

/** Facts by the name of the call. */
export const FACTS: Readonly<Record<string, CallFacts>> = {
  'account.csrfCookie': { isPrivate: true },
  'account.register': { status: 201, ...LIMITED },
  'account.login': { failures: ['credentials', 'too_many_requests'] },
  'account.loginWithToken': { failures: ['unauthenticated', 'too_many_requests'] },
  'calendar.renew': LIMITED,
  'commentReactions.like': { failures: ['forbidden'] },
  'commentReactions.report': { failures: ['forbidden'] },
  'comments.change': { failures: ['forbidden'] },
  'comments.create': { failures: ['forbidden', 'not_found', 'too_many_requests'] },
  'events.show': { isStream: true },
  'export.all': LIMITED,
  'files.list': { isPrivate: true },
  'passkeys.create': { failures: ['conflict', 'forbidden', 'too_many_requests'] },
  'passkeys.options': { failures: ['conflict', 'forbidden', 'too_many_requests'] },
  'passkeys.signIn': { failures: ['credentials', 'forbidden', 'too_many_requests'] },
  'passkeys.signInOptions': { failures: ['forbidden', 'too_many_requests'] },
  'passwords.change': LIMITED,
  'passwords.forgot': LIMITED,
  'passwords.reset': LIMITED,
  'premium.join': ORDER,
  'premium.quote': LIMITED,
  'premium.reserve': ORDER,
  'profile.changeEmail': LIMITED,
  'profile.changeName': LIMITED,
  'profile.confirmEmail': LIMITED,
  'profile.deleteAccount': LIMITED,
  'push.key': { failures: ['not_found'] },
  'push.subscribe': { failures: ['not_found', 'too_many_requests'] },
  'requests.create': { failures: ['conflict', 'too_many_requests'] },
  'telegram.signIn': { failures: ['not_found', 'too_many_requests'] },
  'userMetrics.report': { failures: ['not_found', 'too_many_requests'] },
  'watch.show': { isPrivate: true },
}
