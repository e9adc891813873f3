import type { CatalogueSource } from '#contract/contact.ts'
import { creditsText } from '#text/contact.ts'
import styles from './CatalogueCredits.module.css'
import tmdbLogo from './tmdb.svg?no-inline'

/** Names the sources of the catalogue in the words that their licences ask for (docs/import.md#sources). */
export function CatalogueCredits({ sources }: { sources: CatalogueSource[] }) {
  if (sources.length === 0) return null
  return (
    <section aria-labelledby="credits">
      <h2 id="credits" className={styles.title}>
        {creditsText.title}
      </h2>
      <ul className={styles.list}>
        {sources.map((source) => {
          const { name, address, statement } = creditsText.sources[source]
          return (
            <li key={source} className={styles.source} lang="en" dir="ltr">
              <a href={address} target="_blank" rel="noopener noreferrer" className={styles.name}>
                {source === 'tmdb' ? <img src={tmdbLogo} alt={name} className={styles.logo} /> : name}
              </a>
              <p className={styles.statement}>{statement}</p>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
