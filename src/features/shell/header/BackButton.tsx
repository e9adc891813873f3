import { useCanGoBack, useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { isStandalone } from '#data/platform/install.ts'
import { appText } from '#text/app.ts'
import { HeaderButton } from '#ui/controls/HeaderButton.tsx'
import { BackIcon } from '#ui/icons/icons.tsx'

/**
 * The way back in the installed app, which has no browser around it. From a screen that a shortcut, a notification or a
 * shared link has opened it leads home; on the home screen that one began with there is none.
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
