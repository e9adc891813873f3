/// <reference path="./stylis.d.ts" />
import createCache from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import { ThemeProvider } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { prefixer } from 'stylis'
import rtl from 'stylis-plugin-rtl'
import { theme } from './theme.ts'

/**
 * Styles go through CSSOM, which the strict CSP allows, and stand before our own style sheets, so that a CSS Module
 * has the last word.
 */
const cache = createCache({ key: 'parde', stylisPlugins: [prefixer, rtl], speedy: true, prepend: true })

/**
 * Every part of the component library stands inside this: whoever renders one wraps it, as near as is sensible. It is
 * not at the root because the first screen is made of plain elements, and the library's core, 30 kB, then stays out of
 * the first load. May be nested.
 */
export function Themed({ children }: { children: ReactNode }) {
  return (
    <CacheProvider value={cache}>
      <ThemeProvider
        theme={theme}
        defaultMode="dark"
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
