import { Link } from '@tanstack/react-router'
import type { TitleCard } from '#contract/titleCards.ts'
import { EXACT, titleLink } from '#parts/navigation/links.ts'
import { titleText } from '#text/titles.ts'
import styles from './VersionSwitch.module.css'

const VERSIONS = [
  { text: titleText.originalVersion, dub: undefined },
  { text: titleText.dubbedVersion, dub: 1 },
] as const

/**
 * Links to the original and the dubbed version (docs/specification.md, section 7: `dub=1`). `onChoose` remembers the
 * choice for other titles.
 */
export function VersionSwitch({
  card,
  dub,
  onChoose,
}: {
  card: TitleCard
  dub: boolean
  onChoose: (dub: boolean) => void
}) {
  return (
    <nav aria-label={titleText.version}>
      <ul className={styles.versions}>
        {VERSIONS.map((version) => (
          <li key={version.text}>
            <Link
              {...titleLink(card)}
              search={{ dub: version.dub }}
              activeOptions={EXACT}
              replace
              resetScroll={false}
              onClick={() => onChoose(version.dub === 1)}
              className={styles.version}
              aria-current={(version.dub === 1) === dub ? 'true' : undefined}
            >
              {version.text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
