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
/** Longer ones are refused: hashing them would be a way to tire the server. */
export const PASSWORD_MAX = 200
export const EMAIL_MAX = 254
/** Ours are shorter, those of another backend need not be. */
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

/** A password that somebody chooses, and once more; in `confirmed`. */
export const NewPassword = { password: Password, passwordConfirmation: v.string('confirmation') }
type Chosen = v.InferOutput<v.ObjectSchema<typeof NewPassword, undefined>>

/** Says at the second field that it is not like the first, whatever else is wrong. */
export function confirmed<Form extends v.GenericSchema<unknown, Chosen>>(form: Form): Form {
  const isSame = v.forward(
    v.partialCheck(
      [['password'], ['passwordConfirmation']],
      (chosen: Chosen) => chosen.password === chosen.passwordConfirmation,
      'confirmation',
    ),
    ['passwordConfirmation'],
  )
  // It looks at two fields and hands all of them on, which the types of the library do not say.
  return v.pipe(form, isSame as unknown as v.GenericValidation<v.InferOutput<Form>>) as unknown as Form
}

/** What every form can find wrong with a field; the words for it are the page's and the server's own. */
export type FieldProblem =
  | 'required'
  | 'email'
  | 'nameShort'
  | 'nameLong'
  | 'passwordShort'
  | 'passwordLong'
  | 'confirmation'

export const Registration = confirmed(
  v.object({
    // Control, bidirectional and invisible characters could make one name look like another; the joiners are spelling.
    name: v.pipe(
      v.string('required'),
      v.transform((text) =>
        text
          .replace(/[\p{Cc}\p{Zl}\p{Zp}\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/gu, '')
          .trim(),
      ),
      v.check((text) => text.replace(/[\s\u200c\u200d]/g, '').length >= NAME_MIN, 'nameShort'),
      v.maxLength(NAME_MAX, 'nameLong'),
    ),
    email: Email,
    ...NewPassword,
    ref: v.optional(v.pipe(v.string(), v.maxLength(100))),
  }),
)

/** A password as somebody says it is: any text that could be one. */
export const GivenPassword = v.pipe(
  v.string('required'),
  v.minLength(1, 'required'),
  v.maxLength(PASSWORD_MAX, 'passwordLong'),
)

export const Login = v.object({
  email: Email,
  password: GivenPassword,
  remember: v.optional(v.boolean(), true),
})

/** What every way of signing in answers with. */
export const SignedIn = v.object({ token: v.pipe(v.string(), v.minLength(1)), user: User })

export const accountApi = {
  /** Sets the cookie `XSRF-TOKEN`; 204. */
  csrfCookie: endpoint('GET', '/sanctum/csrf-cookie', { reply: v.optional(v.unknown()) }),
  register: endpoint('POST', '/api/sanc/register', { body: Registration, reply: one(SignedIn) }),
  login: endpoint('POST', '/api/sanc/login', { body: Login, reply: one(SignedIn) }),
  /** For a token that came from elsewhere: whose it is. The token stays the same. */
  loginWithToken: endpoint('POST', '/api/sanc/login-with-token', {
    body: v.object({
      token: v.pipe(v.string('required'), v.minLength(1, 'required'), v.maxLength(TOKEN_MAX, 'invalid')),
    }),
    reply: one(SignedIn),
  }),
  /** 204; the token is gone. */
  logout: endpoint('POST', '/api/sanc/logout', { access: 'user', reply: v.optional(v.unknown()) }),
  show: endpoint('GET', '/api/user', { access: 'user', reply: one(User) }),
}
