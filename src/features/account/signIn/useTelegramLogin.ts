import { useCallback, useEffect, useRef, useState } from 'react'
import { useSession } from '#data/react/readHooks.ts'
import { signInFromTelegram } from '#data/session/telegram.ts'
import { accountText } from '#text/account.ts'
import { failureText } from '#text/failures.ts'

/** Why nobody was signed in. `offline`: it may go well another time. */
interface TelegramFailure {
  words: string
  offline: boolean
}

/**
 * Signs in by what Telegram says, once, unless somebody is signed in here already: what Telegram said is good for one time,
 * and a page that is opened again has it still. After a yes the session speaks for itself.
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
        const words = answer.offline ? accountText.offline : (field?.[0] ?? answer.error ?? failureText.default)
        setFailure({ words, offline: answer.offline })
      })
      .catch((broken: unknown) => {
        setFailure({ words: accountText.notKept, offline: false })
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
