import type { ReactNode } from 'react'
import styles from './illustrations.module.css'

/**
 * Line drawings of empty states: grey strokes with one teal accent. Decorative: the text beside them has all the
 * information.
 */
export function Drawing({ children }: { children: ReactNode }) {
  return (
    <svg className={styles.drawing} viewBox="0 0 240 150" width="240" height="150" aria-hidden="true">
      {children}
    </svg>
  )
}

/** Symbols shown in the spotlight of an empty list, by list. */
const SIGNS = {
  film: 'M111 58v26l20-13z',
  saved: 'M110 54h20v34l-10-8-10 8z',
  watched: 'M138 70a18 18 0 1 1-36 0 18 18 0 0 1 36 0zM120 59v11l8 6',
  news: 'M106 82h28c-4-4-5-8-5-15a9 9 0 0 0-18 0c0 7-1 11-5 15zM116 88a4 4 0 0 0 8 0M120 58v-3',
} as const

/** Empty list: an empty frame on the wall. */
export function EmptyDrawing({ sign = 'film' }: { sign?: keyof typeof SIGNS }) {
  return (
    <Drawing>
      <g className={styles.far}>
        <rect x="22" y="42" width="46" height="68" rx="6" />
        <path d="M34 96l11-13 8 8 6-6" />
        <rect x="172" y="42" width="46" height="68" rx="6" />
        <path d="M184 60h22M184 70h15" />
        <path d="M10 128h220" />
      </g>
      <path className={styles.glow} d="M120 12 168 118H72z" />
      <rect x="88" y="26" width="64" height="92" rx="8" strokeDasharray="5 6" />
      <path className={styles.light} d={SIGNS[sign]} />
      <path d="M112 12h16l3 6h-22z" />
      <path d="M120 4v8" />
    </Drawing>
  )
}

/** Signed out: a ticket between curtains. */
export function GuestDrawing() {
  return (
    <Drawing>
      <g className={styles.far}>
        <path d="M10 12h220" />
        <path d="M58 12c2 38-10 62-36 76 8 14 10 30 8 46M42 12c0 34-8 56-24 70M26 12c0 26-3 44-12 58" />
        <path d="M182 12c-2 38 10 62 36 76-8 14-10 30-8 46M198 12c0 34 8 56 24 70M214 12c0 26 3 44 12 58" />
        <path d="M14 88h12M214 88h12" strokeWidth="3" />
        <path d="M8 138h224" />
      </g>
      <g transform="rotate(-9 120 80)">
        <path d="M66 52h106a5 5 0 0 1 5 5v13a10 10 0 0 0 0 20v13a5 5 0 0 1-5 5H66a5 5 0 0 1-5-5V90a10 10 0 0 0 0-20V57a5 5 0 0 1 5-5z" />
        <path d="M142 56v48" strokeDasharray="3 6" />
        <path
          className={styles.light}
          d="m102 64 4.700 9.700 10.700 1.500-7.700 7.500 1.800 10.600-9.500-5-9.500 5 1.800-10.600-7.700-7.500 10.700-1.500z"
        />
        <path d="M154 72h12M154 80h12M154 88h7" />
      </g>
    </Drawing>
  )
}

/** An error of ours: torn film in the gate. */
export function FailedDrawing() {
  return (
    <Drawing>
      <path d="M14 52h78l-7 11 9 9-8 10 6 16H14" />
      <path d="M226 52h-78l7 11-9 9 8 10-6 16h78" />
      <g className={styles.far}>
        <rect x="22" y="66" width="26" height="18" rx="2" />
        <rect x="54" y="66" width="24" height="18" rx="2" />
        <rect x="164" y="66" width="24" height="18" rx="2" />
        <rect x="194" y="66" width="26" height="18" rx="2" />
        <path d="M22 58h6M36 58h6M50 58h6M64 58h6M22 92h6M36 92h6M50 92h6M64 92h6" />
        <path d="M170 58h6M184 58h6M198 58h6M212 58h6M170 92h6M184 92h6M198 92h6M212 92h6" />
      </g>
      <circle className={styles.glow} cx="120" cy="75" r="52" />
      <circle className={styles.glow} cx="120" cy="75" r="30" />
      <g className={styles.light}>
        <path d="M120 34v12M104 40l5 9M136 40l-5 9" />
        <path d="M120 116v-12M104 110l5-9M136 110l-5-9" />
      </g>
    </Drawing>
  )
}

/** Offline: the projector's beam does not reach the screen. */
export function OfflineDrawing() {
  return (
    <Drawing>
      <g className={styles.far}>
        <path d="M26 26c5 26 5 56 0 82" />
        <path d="M16 20c7 30 7 64 0 94" />
      </g>
      <path className={styles.glow} d="M142 70 84 46v54l58-20z" />
      <g className={styles.light}>
        <path d="M140 70 96 52" />
        <path d="M140 82 96 100" />
        <path d="M84 47l-10-4M84 105l-10 4" strokeDasharray="1 6" />
        <path d="M62 38l-12-5M62 114l-12 5" strokeDasharray="1 7" />
      </g>
      <rect x="152" y="58" width="60" height="38" rx="6" />
      <path d="M152 66h-8a2 2 0 0 0-2 2v16a2 2 0 0 0 2 2h8" />
      <circle cx="168" cy="36" r="16" />
      <circle cx="168" cy="36" r="3" />
      <circle cx="202" cy="42" r="12" />
      <circle cx="202" cy="42" r="2.5" />
      <g className={styles.far}>
        <circle cx="168" cy="26.500" r="3" />
        <circle cx="159.500" cy="41" r="3" />
        <circle cx="176.500" cy="41" r="3" />
        <path d="M162 78h22M162 86h14" />
      </g>
      <circle className={styles.light} cx="200" cy="77" r="5" />
      <path d="M182 96v12M182 108l-20 26M182 108l20 26M182 108v26" />
    </Drawing>
  )
}

/** Not found: an empty hall with one lit seat. */
export function NotFoundDrawing() {
  return (
    <Drawing>
      <path d="M52 14h136l-8 52H60z" />
      <g className={styles.far}>
        <path d="M60 66 40 78M180 66l20 12" />
        {[40, 73, 106, 139, 172].map((x) => (
          <path key={x} d={`M${x} 98v-7a6 6 0 0 1 6-6h16a6 6 0 0 1 6 6v7`} />
        ))}
        <path d="M32 104h176" />
      </g>
      <path className={styles.glow} d="M106 14h28l22 118H84z" />
      {[18, 60, 144, 186].map((x) => (
        <path key={x} d={`M${x} 134v-13a8 8 0 0 1 8-8h20a8 8 0 0 1 8 8v13`} />
      ))}
      <path className={styles.light} d="M102 134v-13a8 8 0 0 1 8-8h20a8 8 0 0 1 8 8v13" />
      <path d="M12 140h216" />
      <path className={styles.light} d="M126 33a6.500 6.500 0 1 0-8.500 6.200c1.800.6 2.500 1.600 2.500 3.300V44" />
      <circle className={styles.spark} cx="120" cy="51" r="1.400" />
    </Drawing>
  )
}

/** No search results: a magnifying glass over an empty frame. */
export function NothingFoundDrawing() {
  return (
    <Drawing>
      <g className={styles.far}>
        <path d="M6 56h228M6 108h228" />
        <path d="M14 63h8M36 63h8M58 63h8M80 63h8M146 63h8M168 63h8M190 63h8M212 63h8" />
        <path d="M14 101h8M36 101h8M58 101h8M168 101h8M190 101h8M212 101h8" />
        <rect x="12" y="70" width="44" height="24" rx="3" />
        <rect x="190" y="70" width="40" height="24" rx="3" />
      </g>
      <circle className={styles.glow} cx="116" cy="74" r="40" />
      <circle cx="116" cy="74" r="40" />
      <path d="m145 103 26 27" strokeWidth="4" />
      <path className={styles.light} d="M98 66h36v22H98z" strokeDasharray="4 5" />
      <path className={styles.far} d="M90 56a32 32 0 0 1 18-12" />
    </Drawing>
  )
}

/** Sign-out: the open door of the hall. */
export function LeavingDrawing() {
  return (
    <Drawing>
      <g className={styles.far}>
        <path d="M16 128h92M148 128h76" />
        <path d="M40 112v-9a7 7 0 0 1 7-7h18a7 7 0 0 1 7 7v9M40 128v-9M72 128v-9" />
        <path d="M172 112v-9a7 7 0 0 1 7-7h18a7 7 0 0 1 7 7v9M172 128v-9M204 128v-9" />
        <path d="M36 119h40M168 119h40" />
      </g>
      <path className={styles.glow} d="M108 36h36l34 92H74z" />
      <path d="M100 128V30a4 4 0 0 1 4-4h44a4 4 0 0 1 4 4v98" />
      <path d="M106 128V34l28 9v85" />
      <circle cx="128" cy="84" r="1.800" />
      <path className={styles.light} d="M108 14h36v-8h-36zM116 10h20M121 7l-5 3 5 3" />
      <path className={styles.light} d="M134 128l18 10M106 128 88 138" strokeDasharray="3 5" />
    </Drawing>
  )
}
