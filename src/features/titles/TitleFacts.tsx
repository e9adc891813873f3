import type { Title } from '#contract/titles.ts'
import { formatDate } from '#text/format.ts'
import { countryName, languageName, runtimeWords } from '#text/titleFacts.ts'
import { titleText } from '#text/titles.ts'
import styles from './TitleFacts.module.css'

/** Facts of a title as a definition list; unknown facts are omitted. */
export function TitleFacts({ title }: { title: Title }) {
  const facts = [
    { name: titleText.released, text: title.releasedAt !== null && formatDate(title.releasedAt) },
    { name: titleText.episodeRuntime, text: title.type === 'series' && runtimeWords(title.runtime) },
    { name: titleText.countries, text: namesOf(title.countries, countryName) },
    { name: titleText.languages, text: namesOf(title.languages, languageName) },
  ].filter(({ text }) => text)
  if (facts.length === 0) return null
  return (
    <dl className={styles.facts}>
      {facts.map(({ name, text }) => (
        <div key={name} className={styles.fact}>
          <dt className={styles.name}>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}

function namesOf(codes: string[], nameOf: (code: string) => string): string {
  return [...new Set(codes)].filter(Boolean).map(nameOf).join('، ')
}
