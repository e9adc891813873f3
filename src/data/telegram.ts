import * as v from 'valibot'
import type { User } from '#contract/account.ts'
import { accountApi } from '#contract/account.ts'
import { telegramApi } from '#contract/telegram.ts'
import { call } from './call.ts'
import { type Answer, answer } from './failures.ts'
import { type Read, read } from './read.ts'
import { beginSession } from './session.ts'

const Door = v.object({ link: v.nullable(v.string()) })

/** How one comes here from Telegram; `missing` where the operator has not set that up. */
export function telegramDoor(): Read<v.InferOutput<typeof Door>> {
  return read({
    key: ['telegram-door'],
    shape: Door,
    fetch: async (options) => (await call(telegramApi.show, {}, options)).data,
  })
}

/** Signs in whoever Telegram vouches for. */
export function signInFromTelegram(initData: string): Promise<Answer<User>> {
  return answer(async () => {
    await call(accountApi.csrfCookie, {})
    const { data } = await call(telegramApi.signIn, { body: { initData } })
    await beginSession(data.token, data.user)
    return data.user
  })
}
