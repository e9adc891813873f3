import { useRef, useState } from 'react'
import { useLazyComponent } from '#ui/browser/useLazyComponent.ts'
import { useNear } from '#ui/browser/useNear.ts'
import styles from './LaterRows.module.css'

const loadRows = async () => (await import('./HomeRows.tsx')).HomeRows

/** The rows below the home's first screen. Loads their code when they come near, and reserves their height until then. */
export function LaterRows() {
  const place = useRef<HTMLDivElement>(null)
  const [isMissing, setMissing] = useState(false)
  const isNear = useNear(place)
  const Rows = useLazyComponent(loadRows, isNear && !isMissing, () => setMissing(true))
  return (
    <div ref={place} className={Rows || isMissing ? undefined : styles.reserved}>
      {Rows && <Rows />}
    </div>
  )
}
