import * as v from 'valibot'
import { SignedIn } from './account.ts'
import { endpoint } from './endpoint.ts'
import { lenient, one } from './shapes.ts'

/** Telegram's own is some hundred characters; a long name and a picture's address make it longer. */
const INIT_DATA_MAX = 8_000

export const telegramApi = {
  /** How to come here from Telegram; 404 where that is not set up. */
  show: endpoint('GET', '/api/auth/telegram', {
    reply: one(v.object({ link: lenient(v.nullable(v.pipe(v.string(), v.startsWith('https://t.me/'))), null) })),
  }),
  /** Signs in whoever Telegram vouches for; 404 where that is not set up. */
  signIn: endpoint('POST', '/api/auth/telegram', {
    body: v.object({
      initData: v.pipe(v.string('required'), v.minLength(1, 'required'), v.maxLength(INIT_DATA_MAX, 'telegram')),
    }),
    reply: one(SignedIn),
  }),
}
