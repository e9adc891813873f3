import { Link, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { useRead } from '#data/react/readHooks.ts'
import { telegramLogin } from '#data/session/telegram.ts'
import { PlaneDrawing } from '#features/account/form/drawings.tsx'
import { telegramText } from '#text/access.ts'
import { Button, buttonClass } from '#ui/controls/Button.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { FailedDrawing } from '#ui/feedback/illustrations.tsx'
import { RequestId } from '#ui/feedback/RequestId.tsx'
import { Spinner } from '#ui/feedback/Spinner.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { NumberedSteps } from '#ui/lists/NumberedSteps.tsx'
import { HOME } from './returnPath.ts'
import styles from './TelegramScreen.module.css'
import { isFramed, readLaunchData } from './telegramLaunch.ts'
import { useReturnAfterSignIn } from './useReturnAfterSignIn.ts'
import { useTelegramLogin } from './useTelegramLogin.ts'

/** Opened inside Telegram: signs in with Telegram's launch data. Elsewhere explains how to open Parde in Telegram. */
export function TelegramScreen() {
  const hash = useLocation({ select: (location) => location.hash })
  // Read once, because navigation removes the hash.
  const [initData] = useState(() => readLaunchData(hash))
  return (
    <Page title={telegramText.title} heading={null}>
      {initData === undefined ? <HowTo /> : isFramed() ? <Framed /> : <Entering initData={initData} />}
    </Page>
  )
}

function Entering({ initData }: { initData: string }) {
  useReturnAfterSignIn(HOME)
  const { failure, retry } = useTelegramLogin(initData)
  if (failure !== undefined) {
    return (
      <EmptyState
        drawing={<FailedDrawing />}
        title={telegramText.failed}
        heading="h1"
        announce
        actions={
          <>
            {failure.offline && <Button onClick={retry}>{telegramText.retry}</Button>}
            <LoginLink />
          </>
        }
      >
        {failure.text}
        <RequestId id={failure.requestId} />
      </EmptyState>
    )
  }
  return (
    <EmptyState drawing={<PlaneDrawing />} title={telegramText.title} heading="h1">
      <span className={styles.under} role="status">
        <Spinner size={16} />
        {telegramText.entering}
      </span>
    </EmptyState>
  )
}

function Framed() {
  return (
    <EmptyState
      drawing={<PlaneDrawing />}
      title={telegramText.framed}
      heading="h1"
      actions={
        <a className={buttonClass('solid')} href={window.location.href} target="_blank" rel="noopener noreferrer">
          {telegramText.openWindow}
        </a>
      }
    >
      {telegramText.framedNote}
    </EmptyState>
  )
}

function HowTo() {
  const door = useRead(telegramLogin())
  const isOff = door.state === 'missing' || (door.state === 'ready' && !door.data.open)
  const link = door.state === 'ready' ? door.data.link : null
  return (
    <EmptyState
      drawing={<PlaneDrawing />}
      title={telegramText.title}
      heading="h1"
      actions={
        <>
          {link !== null && (
            <a className={buttonClass('solid')} href={link} target="_blank" rel="noopener noreferrer">
              {telegramText.open}
            </a>
          )}
          <LoginLink />
        </>
      }
    >
      {isOff ? (
        telegramText.off
      ) : (
        <>
          <p>{telegramText.how}</p>
          <NumberedSteps steps={telegramText.steps} className={styles.steps} />
        </>
      )}
    </EmptyState>
  )
}

function LoginLink() {
  return (
    <Link to="/auth/login" className={buttonClass('quiet')}>
      {telegramText.otherWay}
    </Link>
  )
}
