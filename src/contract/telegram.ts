import * as v from 'valibot'
import { SignedIn } from './account.ts'
import { endpoint } from './endpoint.ts'
import { lenient, one } from './shapes.ts'

/** Telegram's own is some hundred characters; a long name and a picture's address make it longer. */
const INIT_DATA_MAX = 8_000

export const TelegramDoor = v.object({
  /** There is a bot that vouches for people. */
  open: lenient(v.boolean(), false),
  /** Where it is; nothing when only the operator knows. */
  link: lenient(v.nullable(v.pipe(v.string(), v.startsWith('https://t.me/'))), null),
})
export type TelegramDoor = v.InferOutput<typeof TelegramDoor>

export const telegramApi = {
  /** Whether and how one can come here from Telegram. */
  show: endpoint('GET', '/api/auth/telegram', { reply: one(TelegramDoor) }),
  /** Signs in whoever Telegram vouches for; 404 where that is not set up. */
  signIn: endpoint('POST', '/api/auth/telegram', {
    body: v.object({
      initData: v.pipe(v.string('required'), v.minLength(1, 'required'), v.maxLength(INIT_DATA_MAX, 'telegram')),
    }),
    reply: one(SignedIn),
  }),
}
