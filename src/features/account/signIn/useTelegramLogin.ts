import { useCallback, useEffect, useRef, useState } from 'react'
import { reportError } from '#data/platform/reportError.ts'
import { useSession } from '#data/react/readHooks.ts'
import { signInFromTelegram } from '#data/session/telegram.ts'
import { accountText } from '#text/account.ts'
import { failureText } from '#text/failures.ts'

/** Why the sign-in failed. `offline`: a retry may succeed. `requestId`: of a failure of the server. */
interface TelegramFailure {
  text: string
  offline: boolean
  requestId?: string | undefined
}

/**
 * Signs in once with Telegram's launch data, unless a user is signed in already. The data is valid once and is still in
 * the address after a reload. Screens react to the new session.
 */
export function useTelegramLogin(initData: string) {
  const session = useSession()
  const isNeeded = session.state === 'guest' || (session.state === 'member' && session.expired)
  const [failure, setFailure] = useState<TelegramFailure>()
  const tried = useRef(false)

  const enter = useCallback(() => {
    setFailure(undefined)
    signInFromTelegram(initData)
      .then((answer) => {
        if (answer.ok) return
        const [field] = Object.values(answer.fields)
        const text = answer.offline ? accountText.offline : (field?.[0] ?? answer.error ?? failureText.default)
        setFailure({ text, offline: answer.offline, requestId: answer.requestId })
      })
      .catch((broken: unknown) => {
        setFailure({ text: accountText.notSaved, offline: false })
        reportError(broken)
      })
  }, [initData])

  useEffect(() => {
    if (!isNeeded || tried.current) return
    tried.current = true
    enter()
  }, [isNeeded, enter])

  return { failure, retry: enter }
}
