import { type ReactNode, useEffect } from 'react'
import { appText } from '#text/app.ts'
import styles from './Page.module.css'

/**
 * The frame of a screen: the browser tab's title («… | پرده») and the one heading, which takes the focus after a
 * navigation. A screen that draws its heading itself passes `heading={null}` and gives its h1 `tabIndex={-1}`.
 */
export function Page({
  title,
  heading,
  bleed = false,
  narrow = false,
  children,
}: {
  /** for the tab; and the heading, unless that is said otherwise */
  title: string
  /** `hidden`: for reading aloud only, where the picture says it. */
  heading?: 'hidden' | null
  /** Up to the edges of the window: screens that begin with a wide picture. */
  bleed?: boolean
  /** As wide as a form or a text wants to be. */
  narrow?: boolean
  children: ReactNode
}) {
  useEffect(() => {
    document.title = appText.title(title)
  }, [title])
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
