import { useCallback, useEffect, useRef, useState } from 'react'
import { reportError } from '#data/platform/reportError.ts'
import { confirmEmail } from '#data/session/profile.ts'
import { accountText } from '#text/account.ts'

interface Confirmation {
  state: 'confirming' | 'done' | 'failed'
  /** The server's message, or why there is none. */
  message: string | undefined
  /** Id under which the server logged its failure. */
  requestId?: string | undefined
}

const CONFIRMING: Confirmation = { state: 'confirming', message: undefined }

/** Sends a mailed token once when the screen opens, and again on `retry`. */
export function useEmailConfirmation(token: string): Confirmation & { retry: () => void } {
  const [confirmation, setConfirmation] = useState(CONFIRMING)
  const sentToken = useRef<string>(undefined)

  const send = useCallback(async () => {
    setConfirmation(CONFIRMING)
    const answer = await confirmEmail(token)
    if (answer.ok) return setConfirmation({ state: 'done', message: answer.data })
    const [reason] = Object.values(answer.fields).flat()
    const message = answer.offline ? accountText.offline : (reason ?? answer.error)
    setConfirmation({ state: 'failed', message, requestId: answer.requestId })
  }, [token])

  useEffect(() => {
    // React runs effects twice in development.
    if (sentToken.current === token) return
    sentToken.current = token
    send().catch(reportError)
  }, [token, send])

  return { ...confirmation, retry: () => void send().catch(reportError) }
}
