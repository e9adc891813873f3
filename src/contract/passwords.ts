import * as v from 'valibot'
import { Email, EnteredPassword, NewPassword, SignedIn, TOKEN_MAX, withConfirmation } from './account.ts'
import { endpoint } from './endpoint.ts'
import { one } from './shapes.ts'

/** Lifetime of a mailed password reset token, in minutes. */
export const RESET_MINUTES = 60

export const Forgotten = v.object({ email: Email })

export const Reset = withConfirmation(
  v.object({
    token: v.pipe(v.string('resetLink'), v.minLength(1, 'resetLink'), v.maxLength(TOKEN_MAX, 'resetLink')),
    email: Email,
    ...NewPassword,
  }),
)

export const PasswordChange = withConfirmation(v.object({ currentPassword: EnteredPassword, ...NewPassword }))

const Acknowledged = v.object({ message: v.string() })

export const passwordsApi = {
  /** Answers the same whether the account exists or not; the reset link goes to its mailbox. */
  forgot: endpoint('POST', '/api/forgot-password', { body: Forgotten, reply: Acknowledged }),
  /** Accepts a mailed token once, signs out every device and removes the user's passkeys. */
  reset: endpoint('POST', '/api/reset-password', { body: Reset, reply: Acknowledged }),
  /** Returns a new token for the caller and revokes every other one. */
  change: endpoint('POST', '/api/sanc/password', { access: 'user', body: PasswordChange, reply: one(SignedIn) }),
}
