import type { User } from '#contract/account.ts'
import { accountApi } from '#contract/account.ts'
import { TelegramDoor, telegramApi } from '#contract/telegram.ts'
import { beginSession } from '#data/database/session.ts'
import { type Read, read } from '#data/network/cachedRead.ts'
import { call } from '#data/network/call.ts'
import { type CallResult, callResult } from '#data/network/failures.ts'

/** Reads whether and how Telegram sign-in works. `missing`: the server does not support it. */
export function telegramLogin(): Read<TelegramDoor> {
  return read({
    key: ['telegram-door'],
    shape: TelegramDoor,
    fetch: async (options) => (await call(telegramApi.show, {}, options)).data,
  })
}

/** Signs in the user that Telegram's signed data identifies. */
export function signInFromTelegram(initData: string): Promise<CallResult<User>> {
  return callResult(async () => {
    await call(accountApi.csrfCookie, {})
    const { data } = await call(telegramApi.signIn, { body: { initData } })
    await beginSession(data.token, data.user)
    return data.user
  })
}
