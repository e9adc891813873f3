import { useState } from 'react'
import { NotStored } from '#data/database/durableWrite.ts'
import { reportError } from '#data/platform/reportError.ts'
import { useRead } from '#data/react/readHooks.ts'
import { hasPasskeys, passkeyLogin, signInWithPasskey } from '#data/session/passkeys.ts'
import { failureWords } from '#parts/actions/failureWords.ts'
import { accountText } from '#text/account.ts'
import { failureText } from '#text/failures.ts'
import { passkeysText } from '#text/passkeys.ts'
import { Button } from '#ui/controls/Button.tsx'
import { FormAlert } from '#ui/controls/FormAlert.tsx'
import styles from './PasskeyButton.module.css'

/**
 * Signs in with a passkey. Renders nothing where the browser or the server has none. Until the server has
 * answered, the button is invisible but takes its space, so that its appearance shifts nothing.
 */
export function PasskeyButton() {
  return hasPasskeys() ? <ButtonIfServed /> : null
}

function ButtonIfServed() {
  const door = useRead(passkeyLogin())
  const { problem, requestId, isRunning, run } = usePasskeySignIn()
  if (door.state === 'missing' || (door.state === 'ready' && !door.data.open)) return null
  return (
    <div className={`${styles.passkey} ${door.state === 'loading' ? styles.unknown : ''}`}>
      {problem !== undefined && <FormAlert requestId={requestId}>{problem}</FormAlert>}
      <Button wide onClick={run} busy={isRunning ? passkeysText.signingIn : undefined}>
        {passkeysText.signIn}
      </Button>
    </div>
  )
}

/** Screens react to the new session. */
function usePasskeySignIn() {
  const [problem, setProblem] = useState<string>()
  const [requestId, setRequestId] = useState<string>()
  const [isRunning, setRunning] = useState(false)

  async function run() {
    setProblem(undefined)
    setRequestId(undefined)
    setRunning(true)
    try {
      const answer = await signInWithPasskey()
      // The button stays busy until the screen has left.
      if (answer.ok) return
      if (!('problem' in answer)) {
        setProblem(failureWords(answer, passkeysText.signInOffline))
        setRequestId(answer.requestId)
      } else if (answer.problem !== 'cancelled') {
        setProblem(answer.problem === 'failed' ? failureText.default : passkeysText.signInUnsupported)
      }
    } catch (failure) {
      if (!(failure instanceof NotStored)) reportError(failure)
      setProblem(failure instanceof NotStored ? accountText.notSaved : failureText.default)
    }
    setRunning(false)
  }

  return { problem, requestId, isRunning, run: () => void run() }
}
