import * as v from 'valibot'
import { SignedIn } from './account.ts'
import { endpoint } from './endpoint.ts'
import { lenient, one } from './shapes.ts'

/** Telegram's own data is some hundred characters; long names and picture addresses make it longer. */
const INIT_DATA_MAX = 8_000

export const TelegramDoor = v.object({
  /** whether a bot is configured that signs users in */
  open: lenient(v.boolean(), false),
  /** the bot's address; null when the operator has not published it */
  link: lenient(v.nullable(v.pipe(v.string(), v.startsWith('https://t.me/'))), null),
})
export type TelegramDoor = v.InferOutput<typeof TelegramDoor>

export const telegramApi = {
  /** Whether and how users can sign in with Telegram. */
  show: endpoint('GET', '/api/auth/telegram', { reply: one(TelegramDoor) }),
  /** Signs in the user that Telegram's signed data names; 404 when not configured. */
  signIn: endpoint('POST', '/api/auth/telegram', {
    body: v.object({
      initData: v.pipe(v.string('required'), v.minLength(1, 'required'), v.maxLength(INIT_DATA_MAX, 'telegram')),
    }),
    reply: one(SignedIn),
  }),
}
