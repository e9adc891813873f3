import { useEffect, useState } from 'react'
import { clockTime } from '#text/format.ts'
import { playerText } from '#text/player.ts'
import { Button } from '#ui/controls/Button.tsx'
import styles from './ResumeNote.module.css'

/** The offer stands so long, in ms. */
const STAYS = 9_000

/** That the film goes on where the person left it, with the way to its beginning. */
export function ResumeNote({ from, onStart }: { from: number; onStart: () => void }) {
  const [isGone, setGone] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setGone(true), STAYS)
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
