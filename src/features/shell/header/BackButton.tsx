import { useCanGoBack, useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { isStandalone } from '#data/platform/install.ts'
import { appText } from '#text/app.ts'
import { HeaderButton } from '#ui/controls/HeaderButton.tsx'
import { BackIcon } from '#ui/icons/icons.tsx'

/**
 * Back button of the installed app, which has no browser UI. On a screen opened by a shortcut, notification or share it
 * leads home; on the home page as first screen it is hidden.
 */
export function BackButton() {
  const { history, navigate } = useRouter()
  const canGoBack = useCanGoBack()
  const isHome = useRouterState({ select: ({ location }) => location.pathname === '/' })
  const [isApp, setApp] = useState(false)
  useEffect(() => setApp(isStandalone()), [])
  if (!isApp || (isHome && !canGoBack)) return null
  const go = () => (canGoBack ? history.back() : void navigate({ to: '/', replace: true }))
  return <HeaderButton label={appText.back} icon={<BackIcon />} onClick={go} />
}
