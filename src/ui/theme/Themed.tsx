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

/**
 * Storage of the colour scheme (keys of docs/specification.md, section 9). Ignores unknown stored values, because MUI
 * would write them into the page.
 */
function colorSchemeStorage({ key }: { key: string }) {
  return {
    get: (fallback: string | undefined) => (localItems.get(key) === DARK ? DARK : fallback),
    set(value: string | null) {
      if (value === DARK) localItems.set(key, value)
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
