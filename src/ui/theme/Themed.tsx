/// <reference path="./stylis.d.ts" />
import createCache from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import { ThemeProvider } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { prefixer } from 'stylis'
import rtl from 'stylis-plugin-rtl'
import { theme } from './theme.ts'

/**
 * `speedy` inserts rules through the CSSOM, which the strict CSP allows. `prepend` puts them before our style sheets,
 * so that CSS Modules override them.
 */
const cache = createCache({ key: 'parde', stylisPlugins: [prefixer, rtl], speedy: true, prepend: true })

/**
 * Provides theme and style cache to MUI components. Wrap each use as closely as sensible; nesting is fine. Not at the
 * root: the first screen uses plain elements only, so that the 30 kB of MUI's core are not in the first load.
 */
export function Themed({ children }: { children: ReactNode }) {
  return (
    <CacheProvider value={cache}>
      <ThemeProvider
        theme={theme}
        defaultMode="dark"
        // The only scheme is stored at each start (src/data/platform/colorScheme.ts); MUI would read foreign values.
        storageManager={null}
        disableStyleSheetGeneration
        noSsr
      >
        {children}
      </ThemeProvider>
    </CacheProvider>
  )
}
