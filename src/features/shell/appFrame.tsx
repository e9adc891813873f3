import { renderToStaticMarkup } from 'react-dom/server'
import { appText } from '#text/app.ts'
import { searchText } from '#text/search.ts'
import { HeaderButton } from '#ui/controls/HeaderButton.tsx'
import { SearchIcon } from '#ui/icons/icons.tsx'
import { Header } from './header/Header.tsx'
import { plainLink } from './header/menuLinks.tsx'
import { entriesOf } from './menu/menu.ts'
import styles from './Shell.module.css'
import { SkipLink } from './SkipLink.tsx'
import { SLOW_START_ID } from './slowStartNotice.ts'

/**
 * The app frame as HTML. The build writes it into index.html, so that it is painted before any script loads; React then
 * renders the same markup.
 */
export function appFrameMarkup(): string {
  return renderToStaticMarkup(
    <div className={styles.shell}>
      <SkipLink />
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

/**
 * Notice shown over the app frame when the app has not started for a while, for example during a deployment. A CSS
 * animation reveals it without a script; the app removes it as soon as it runs.
 */
export function slowStartMarkup(): string {
  return renderToStaticMarkup(
    <p id={SLOW_START_ID} className={styles.slowStart}>
      {appText.late}
      {/* biome-ignore lint/a11y/useValidAnchor: the empty address reloads this page */}
      <a href="">{appText.lateRetry}</a>
    </p>,
  )
}
