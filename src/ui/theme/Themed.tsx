/// <reference path="./stylis.d.ts" />
import createCache from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import { ThemeProvider } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { prefixer } from 'stylis'
import rtl from 'stylis-plugin-rtl'
import { localItems } from '#data/platform/webStorage.ts'
import { theme } from './theme.ts'

/**
 * `speedy` inserts rules through the CSSOM, which the strict CSP allows. `prepend` puts them before our style sheets,
 * so that CSS Modules override them.
 */
const cache = createCache({ key: 'parde', stylisPlugins: [prefixer, rtl], speedy: true, prepend: true })

/** The only colour scheme. */
const DARK = 'dark'
const THEME_KEYS = ['mui-mode', 'mui-color-scheme-light', 'mui-color-scheme-dark'] as const

/**
 * Storage of the colour scheme (keys of docs/specification.md, section 9). Ignores unknown stored values, because MUI
 * would write them into the page.
 */
function colorSchemeStorage({ key: name }: { key: string }) {
  const key = THEME_KEYS.find((known) => known === name)
  return {
    get: (fallback: string | undefined) => (key && localItems.get(key) === DARK ? DARK : fallback),
    set(value: string | null) {
      if (key && value === DARK) localItems.set(key, value)
    },
    subscribe: () => () => undefined,
  }
}

/**
 * Provides theme and style cache to MUI components. Wrap each use as closely as sensible; nesting is fine. Not at the
 * root: the first screen uses plain elements only, so that the 30 kB of MUI's core are not in the first load.
 */
export function Themed({ children }: { children: ReactNode }) {
  return (
    <CacheProvider value={cache}>
      <ThemeProvider
        theme={theme}
        defaultMode={DARK}
        storageManager={colorSchemeStorage}
        modeStorageKey="mui-mode"
        colorSchemeStorageKey="mui-color-scheme"
        disableStyleSheetGeneration
        noSsr
      >
        {children}
      </ThemeProvider>
    </CacheProvider>
  )
}
