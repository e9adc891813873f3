import styles from '#ui/feedback/illustrations.module.css'
import { Drawing } from '#ui/feedback/illustrations.tsx'

/** A key and a lock. */
export function KeyDrawing() {
  return (
    <Drawing>
      <g className={styles.far}>
        <path d="M10 128h220" />
        <path d="M34 128V30h34v98M172 128V30h34v98" />
        <path d="M44 44h14M44 60h14M182 44h14M182 60h14" />
      </g>
      <path className={styles.glow} d="M120 10 176 124H64z" />
      <rect x="86" y="64" width="68" height="54" rx="10" />
      <path d="M98 64V48a22 22 0 0 1 44 0v16" />
      <g className={styles.light}>
        <circle cx="120" cy="85" r="7" />
        <path d="M120 92v15M120 100h7M120 107h5" />
      </g>
    </Drawing>
  )
}

/** A letter in flight. */
export function LetterDrawing() {
  return (
    <Drawing>
      <g className={styles.far}>
        <path d="M8 132h224" />
        <path d="M16 62h30M8 78h32M22 94h20" />
        <path d="M198 46c10 4 18 12 22 22M204 34c14 5 24 16 29 30" />
      </g>
      <path className={styles.glow} d="M120 20 182 122H58z" />
      <rect x="62" y="44" width="116" height="76" rx="8" />
      <path d="m64 116 42-38M176 116l-42-38" />
      <path className={styles.light} d="m66 50 46 38a12 12 0 0 0 16 0l46-38" />
    </Drawing>
  )
}

/** A paper plane between two curtains. */
export function PlaneDrawing() {
  return (
    <Drawing>
      <g className={styles.far}>
        <path d="M10 12h220" />
        <path d="M44 12c2 36-8 60-28 74 8 16 10 32 8 48M26 12c0 26-3 44-12 58" />
        <path d="M196 12c-2 36 8 60 28 74-8 16-10 32-8 48M214 12c0 26 3 44 12 58" />
        <path d="M8 140h224" />
      </g>
      <path className={styles.glow} d="M176 28 92 112 64 74z" />
      <path d="M178 30 62 70l34 14 12 34 16-22 30 22z" />
      <path className={styles.light} d="M178 30 96 84l12 34M178 30l-54 66" />
      <path d="M50 96c-6 4-12 10-14 18M62 108c-6 3-10 8-12 14" strokeDasharray="3 6" />
    </Drawing>
  )
}
