import * as v from 'valibot'
import { confirmed, Email, GivenPassword, NewPassword, SignedIn, TOKEN_MAX } from './account.ts'
import { endpoint } from './endpoint.ts'
import { one } from './shapes.ts'

/** The mailed way back into an account lasts so long, in minutes. */
export const RESET_MINUTES = 60

export const Forgotten = v.object({ email: Email })

export const Reset = confirmed(
  v.object({
    token: v.pipe(v.string('resetLink'), v.minLength(1, 'resetLink'), v.maxLength(TOKEN_MAX, 'resetLink')),
    email: Email,
    ...NewPassword,
  }),
)

export const PasswordChange = confirmed(v.object({ currentPassword: GivenPassword, ...NewPassword }))

const Told = v.object({ message: v.string() })

export const passwordsApi = {
  /** Answers the same whether there is such an account or not; the way back goes to its mailbox. */
  forgot: endpoint('POST', '/api/forgot-password', { body: Forgotten, reply: Told }),
  /** Takes the mailed token once; every device is signed out. */
  reset: endpoint('POST', '/api/reset-password', { body: Reset, reply: Told }),
  /** A new token for the one who changed it; every other is gone. */
  change: endpoint('POST', '/api/sanc/password', { access: 'user', body: PasswordChange, reply: one(SignedIn) }),
}
