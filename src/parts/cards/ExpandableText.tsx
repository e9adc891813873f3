import { useId, useLayoutEffect, useRef, useState } from 'react'
import { useHistoryFlag } from '#parts/navigation/useHistoryState.ts'
import { titleText } from '#text/titles.ts'
import styles from './ExpandableText.module.css'

/** A long text, such as a synopsis, cut to a few lines with a button to expand it. */
export function ExpandableText({ text, label }: { text: string; label: string }) {
  const id = useId()
  const paragraph = useRef<HTMLParagraphElement>(null)
  const [isOpen, setOpen] = useHistoryFlag(label)
  const [isCut, setCut] = useState(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new text changes the cut
  useLayoutEffect(() => {
    const element = paragraph.current
    if (!element || isOpen) return
    const look = () => setCut(element.scrollHeight > element.clientHeight + 1)
    look()
    addEventListener('resize', look)
    return () => removeEventListener('resize', look)
  }, [text, isOpen])

  return (
    <section aria-label={label}>
      <p id={id} ref={paragraph} className={`${styles.text} ${isOpen ? '' : styles.cut}`}>
        {text}
      </p>
      {(isCut || isOpen) && (
        <button
          type="button"
          className={styles.more}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? titleText.less : titleText.more}
        </button>
      )}
    </section>
  )
}
