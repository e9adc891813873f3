import { PICTURES, type PictureShape } from '#contract/pictures.ts'
import styles from './PictureStandIn.module.css'

/** Drawn where a picture is missing: a curtain that has not been raised, or for a person a head in the dark. */
export function PictureStandIn({
  shape,
  alt,
  color,
  fill,
}: {
  shape: PictureShape
  alt: string
  color: string | null
  fill: boolean
}) {
  const [width, height] = PICTURES[shape].ratio
  return (
    <svg
      className={fill ? styles.fill : styles.standIn}
      preserveAspectRatio="xMidYMid slice"
      viewBox={`0 0 ${width * 60} ${height * 60}`}
      style={{ aspectRatio: fill ? undefined : `${width} / ${height}`, color: color ?? undefined }}
      role="img"
      aria-label={alt || undefined}
      aria-hidden={alt === ''}
    >
      <rect className={styles.wall} width="100%" height="100%" />
      {shape === 'portrait' ? <Head /> : <Curtain width={width * 60} height={height * 60} />}
    </svg>
  )
}

function Head() {
  return (
    <g className={styles.figure}>
      <circle cx="30" cy="24" r="10" />
      <path d="M10 60c1-15 9-22 20-22s19 7 20 22z" />
    </g>
  )
}

/** Two halves hanging from a rail, a gap of light between them. */
function Curtain({ width, height }: { width: number; height: number }) {
  const middle = width / 2
  const folds = Array.from({ length: 5 }, (_, at) => ((at + 0.6) / 5) * (middle - 6))
  const top = height * 0.09
  return (
    <g>
      <path
        className={styles.light}
        d={`M${middle - 3} ${top}h6l${width * 0.1} ${height - top}h-${width * 0.2 + 6}z`}
      />
      {folds.map((x, at) => {
        const fall = `V${height * 0.72}q${at % 2 ? 4 : -4} ${height * 0.14} ${-x * 0.12} ${height}`
        return (
          <g key={x} className={styles.fold}>
            <path d={`M${x} ${top}${fall}`} />
            <path d={`M${x} ${top}${fall}`} transform={`matrix(-1 0 0 1 ${width} 0)`} />
          </g>
        )
      })}
      <path className={styles.rail} d={`M0 ${top}H${width}`} />
    </g>
  )
}
