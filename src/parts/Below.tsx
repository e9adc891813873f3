import { type ReactNode, startTransition, useEffect, useState } from 'react'
import styles from './Below.module.css'
import { isReturning } from './returning.ts'

/** Where nothing is painted (a tab in the background) it comes after so long, in ms. */
const UNSEEN = 300

/**
 * What stands below the first screen: it is made when that has been painted, in slices that leave taps their turn. To draw a
 * screen in one piece takes a phone half a second. Its place is kept, so that nothing that is seen moves.
 */
export function Below({ children }: { children: ReactNode }) {
  const [isTurn, setTurn] = useState(isReturning)
  useEffect(() => {
    if (isTurn) return
    const make = () => startTransition(() => setTurn(true))
    let timer = setTimeout(make, UNSEEN)
    const frame = requestAnimationFrame(() => {
      clearTimeout(timer)
      // Behind the paint of this frame.
      timer = setTimeout(make)
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [isTurn])
  return isTurn ? children : <div className={styles.place} />
}
