import { useEffect, useState } from 'react'
import { clockTime } from '#text/format.ts'
import { playerText } from '#text/player.ts'
import { Button } from '#ui/controls/Button.tsx'
import styles from './ResumeNote.module.css'

/** How long the note stays, in ms. */
const SHOWN_FOR = 9_000

/** Tells the user that playback resumed, with a button to start over. */
export function ResumeNote({ from, onStart }: { from: number; onStart: () => void }) {
  const [isGone, setGone] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setGone(true), SHOWN_FOR)
    return () => clearTimeout(timer)
  }, [])
  if (isGone) return null
  return (
    <div className={styles.note} role="status">
      <span>{playerText.resumed(clockTime(from))}</span>
      <Button
        look="plain"
        onClick={() => {
          setGone(true)
          onStart()
        }}
      >
        {playerText.fromStart}
      </Button>
    </div>
  )
}
