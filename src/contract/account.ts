import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { Id, lenient, one } from './shapes.ts'

export const Subscription = v.object({
  planId: Id,
  planName: v.string(),
  endsAt: v.string(),
  reserved: lenient(v.number(), 0),
})

export type Subscription = v.InferOutput<typeof Subscription>

export const User = v.object({
  id: Id,
  name: v.string(),
  email: lenient(v.nullable(v.string()), null),
  telegram: lenient(v.nullable(v.string()), null),
  newNotifications: lenient(v.boolean(), false),
  subscription: lenient(v.nullable(Subscription), null),
  createdAt: lenient(v.nullable(v.string()), null),
})
export type User = v.InferOutput<typeof User>

export const NAME_MIN = 2
export const NAME_MAX = 60
export const PASSWORD_MIN = 8
/** Longer passwords are refused: hashing them would let anyone slow the server down. */
export const PASSWORD_MAX = 200
export const EMAIL_MAX = 254
/** Tokens of the reference server are shorter; another backend's may be longer. */
export const TOKEN_MAX = 500

export const Email = v.pipe(
  v.string('email'),
  v.trim(),
  v.toLowerCase(),
  v.maxLength(EMAIL_MAX, 'email'),
  v.email('email'),
)
const Password = v.pipe(
  v.string('required'),
  v.minLength(PASSWORD_MIN, 'passwordShort'),
  v.maxLength(PASSWORD_MAX, 'passwordLong'),
)

/** The fields of a form that sets a password; wrap the form in `confirmed`. */
export const NewPassword = { password: Password, passwordConfirmation: v.string('confirmation') }
type Chosen = v.InferOutput<v.ObjectSchema<typeof NewPassword, undefined>>

/** Reports a confirmation that differs at the confirmation field, even when other fields are invalid. */
export function withConfirmation<Form extends v.GenericSchema<unknown, Chosen>>(form: Form): Form {
  const isSame = v.forward(
    v.partialCheck(
      [['password'], ['passwordConfirmation']],
      (chosen: Chosen) => chosen.password === chosen.passwordConfirmation,
      'confirmation',
    ),
    ['passwordConfirmation'],
  )
  // Valibot's types do not express that a partial check passes all fields on.
  return v.pipe(form, isSame as unknown as v.GenericValidation<v.InferOutput<Form>>) as unknown as Form
}

/** Every problem a form can report for a field; page and server each have their own texts for it. */
export type FieldProblem =
  | 'required'
  | 'email'
  | 'nameShort'
  | 'nameLong'
  | 'passwordShort'
  | 'passwordLong'
  | 'confirmation'

/**
 * A user's name. Control, bidirectional and invisible characters could imitate another name. Joiners stay: Persian
 * spelling needs them.
 */
export const Name = v.pipe(
  v.string('required'),
  v.metadata({ minLength: NAME_MIN, maxLength: NAME_MAX }),
  v.transform((text) =>
    text
      .replace(/[\p{Cc}\p{Zl}\p{Zp}\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/gu, '')
      .trim(),
  ),
  v.check((text) => text.replace(/[\s\u200c\u200d]/g, '').length >= NAME_MIN, 'nameShort'),
  v.maxLength(NAME_MAX, 'nameLong'),
)

export const Registration = withConfirmation(
  v.object({
    name: Name,
    email: Email,
    ...NewPassword,
    ref: v.optional(v.pipe(v.string(), v.maxLength(100))),
  }),
)

/** A password as typed at sign-in: any non-empty text up to the limit. */
export const EnteredPassword = v.pipe(
  v.string('required'),
  v.minLength(1, 'required'),
  v.maxLength(PASSWORD_MAX, 'passwordLong'),
)

export const Login = v.object({
  email: Email,
  password: EnteredPassword,
  remember: v.optional(v.boolean(), true),
})

/** The reply of every way to sign in. */
export const SignedIn = v.object({ token: v.pipe(v.string(), v.minLength(1)), user: User })

export const accountApi = {
  /** Sets the cookie `XSRF-TOKEN`; 204. */
  csrfCookie: endpoint('GET', '/sanctum/csrf-cookie', { reply: v.optional(v.unknown()) }),
  /** Creates an account and signs it in. */
  register: endpoint('POST', '/api/sanc/register', { body: Registration, reply: one(SignedIn) }),
  /** Signs in with address and password. */
  login: endpoint('POST', '/api/sanc/login', { body: Login, reply: one(SignedIn) }),
  /** Returns the user of a token that was issued elsewhere. The token stays valid. */
  loginWithToken: endpoint('POST', '/api/sanc/login-with-token', {
    body: v.object({
      token: v.pipe(v.string('required'), v.minLength(1, 'required'), v.maxLength(TOKEN_MAX, 'invalid')),
    }),
    reply: one(SignedIn),
  }),
  /** 204; the token is revoked. */
  logout: endpoint('POST', '/api/sanc/logout', { access: 'user', reply: v.optional(v.unknown()) }),
  /** The signed-in user. */
  show: endpoint('GET', '/api/user', { access: 'user', reply: one(User) }),
}
