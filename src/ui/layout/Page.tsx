import { type ReactNode, useContext, useEffect } from 'react'
import { appText } from '#text/app.ts'
import { describePage } from './describePage.ts'
import { IsForeground } from './isForeground.ts'
import styles from './Page.module.css'

/**
 * The frame of a screen: the browser tab's title («… | پرده»), the words for sharing it, and the one heading, which takes the focus after a
 * navigation. A screen that draws its heading itself passes `heading={null}` and gives its h1 `tabIndex={-1}`.
 */
export function Page({
  title,
  description,
  unlisted = false,
  heading,
  bleed = false,
  narrow = false,
  children,
}: {
  /** for the tab; and the heading, unless that is said otherwise */
  title: string
  /** What the page holds, for those who share it; what the app is, unless told. */
  description?: string | null | undefined
  /** Not to be found by searching. */
  unlisted?: boolean
  /** `hidden`: for reading aloud only, where the picture says it. */
  heading?: 'hidden' | null
  /** Up to the edges of the window: screens that begin with a wide picture. */
  bleed?: boolean
  /** As wide as a form or a text wants to be. */
  narrow?: boolean
  children: ReactNode
}) {
  const isShown = useContext(IsForeground)
  // After every paint: a navigation may change the address and nothing else. What stands is left alone.
  useEffect(() => {
    if (isShown) describePage({ title, description: description || appText.about, unlisted })
  })
  const shape = [styles.page, bleed ? styles.bleed : '', narrow ? styles.narrow : ''].filter(Boolean).join(' ')
  return (
    <div className={shape}>
      {heading !== null && (
        <h1 className={heading === 'hidden' ? 'sr-only' : styles.heading} tabIndex={-1}>
          {title}
        </h1>
      )}
      {children}
    </div>
  )
}
