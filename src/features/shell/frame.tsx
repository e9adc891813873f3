import { renderToStaticMarkup } from 'react-dom/server'
import { appText } from '#text/app.ts'
import { searchText } from '#text/search.ts'
import { HeaderButton } from '#ui/HeaderButton.tsx'
import { SearchIcon } from '#ui/icons.tsx'
import { Header } from './Header.tsx'
import { plainLink } from './links.tsx'
import { entriesOf } from './menu.ts'
import styles from './Shell.module.css'

/**
 * The page's frame as HTML: the build writes it into index.html, so that it is painted before any script has come. React
 * then draws the same over it.
 */
export function frameMarkup(): string {
  return renderToStaticMarkup(
    <div className={styles.shell}>
      <div className={styles.top}>
        <Header
          entries={entriesOf('desk', undefined)}
          endEntries={[]}
          linkOf={plainLink}
          homeLink={({ className, children, label }) => (
            <a href="/" className={className} aria-label={label}>
              {children}
            </a>
          )}
          search={<HeaderButton label={searchText.open} icon={<SearchIcon />} />}
        />
      </div>
      <main id="main" className={styles.main}>
        <noscript>
          <p className={styles.noScript}>{appText.noScript}</p>
        </noscript>
      </main>
    </div>,
  )
}
