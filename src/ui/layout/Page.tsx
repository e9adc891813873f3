import { type ReactNode, useContext, useEffect } from 'react'
import { appText } from '#text/app.ts'
import { describePage } from './describePage.ts'
import { IsForeground } from './isForeground.ts'
import styles from './Page.module.css'

/**
 * Root of every screen: sets the document's title («… | پرده») and metadata, and renders the h1, which receives the
 * focus after a navigation. A screen that renders its own h1 passes `heading={null}` and sets `tabIndex={-1}` on it.
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
  /** For the browser tab, and the heading by default. */
  title: string
  /** Meta description; defaults to that of the app. */
  description?: string | null | undefined
  /** Excludes the page from search engines. */
  unlisted?: boolean
  /** `hidden`: visible to screen readers only. */
  heading?: 'hidden' | null
  /** Full width, for screens that start with a wide picture. */
  bleed?: boolean
  /** Width of a form or a text. */
  narrow?: boolean
  children: ReactNode
}) {
  const isShown = useContext(IsForeground)
  // Without dependencies: a navigation may change only the address. Unchanged metadata is not written again.
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
