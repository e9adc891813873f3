import * as v from 'valibot'
import { Email, EnteredPassword, Name, TOKEN_MAX, User } from './account.ts'
import { endpoint } from './endpoint.ts'
import { one } from './shapes.ts'

/** Lifetime of a mailed link that confirms a new address, in minutes: a letter may be read the next day. */
export const CONFIRM_MINUTES = 24 * 60

/**
 * How recent the sign-in of an account without a password must be, in minutes, for a change of its address and for its
 * deletion.
 */
export const RECENT_SIGN_IN_MINUTES = 15

export const NameChange = v.object({ name: Name })

export const EmailChange = v.object({ email: Email, currentPassword: EnteredPassword })

export const AccountDeletion = v.object({ currentPassword: EnteredPassword })

/** The first address of a Telegram account, which has no password. */
export const FirstEmail = v.object({ email: Email })

const Acknowledged = v.object({ message: v.string() })

export const profileApi = {
  /** Changes the name at once, also beside the user's comments. */
  changeName: endpoint('POST', '/api/user/name', { access: 'user', body: NameChange, reply: one(User) }),
  /**
   * Mails a confirmation link to the new address and a notice to the old one. The address stays until the link is opened.
   * An account without a password needs a sign-in within {@link RECENT_SIGN_IN_MINUTES} instead of `currentPassword`.
   */
  changeEmail: endpoint('POST', '/api/user/email', {
    access: 'user',
    body: v.object({ email: Email, currentPassword: v.optional(EnteredPassword) }),
    reply: Acknowledged,
  }),
  /** Changes the address with a mailed token. Another device may open the link, so the token alone is enough. */
  confirmEmail: endpoint('POST', '/api/confirm-email', {
    body: v.object({
      token: v.pipe(v.string('confirmLink'), v.minLength(1, 'confirmLink'), v.maxLength(TOKEN_MAX, 'confirmLink')),
    }),
    reply: Acknowledged,
  }),
  /**
   * Deletes the account for good; 204. An account without a password needs a sign-in within
   * {@link RECENT_SIGN_IN_MINUTES} instead of `currentPassword`. Every further call with one of its tokens is a 401 with
   * the code `account_deleted`.
   */
  deleteAccount: endpoint('POST', '/api/user/delete', {
    access: 'user',
    body: v.object({ currentPassword: v.optional(EnteredPassword) }),
    reply: v.optional(v.unknown()),
  }),
}
