import { type ReactNode, useEffect, useId, useRef } from 'react'
import { appText } from '#text/app.ts'
import icon from '#ui/controls/IconButton.module.css'
import { CloseIcon } from '#ui/icons/icons.tsx'
import styles from './PlayerPanel.module.css'

/**
 * A panel over the video: at the bottom on phones, at the side on desktops. A modal `<dialog>`, because only the top
 * layer is visible above a fullscreen video. The dialog traps and restores the focus and closes with Escape.
 */
export function PlayerPanel({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const name = useId()
  useEffect(() => {
    const element = dialog.current
    if (element && !element.open) element.showModal()
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: closes on a click on the backdrop; Escape does the same
    <dialog
      ref={dialog}
      className={styles.panel}
      aria-labelledby={name}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === dialog.current) dialog.current.close()
      }}
    >
      <div className={styles.inside}>
        <header className={styles.head}>
          <h2 id={name} className={styles.title}>
            {title}
          </h2>
          <button
            type="button"
            className={icon.icon}
            onClick={() => dialog.current?.close()}
            aria-label={appText.close}
          >
            <CloseIcon />
          </button>
        </header>
        <div className={styles.body}>{children}</div>
      </div>
    </dialog>
  )
}
