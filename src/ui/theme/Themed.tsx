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

/** The one scheme, and so the one preference there can be. */
const DARK = 'dark'

/**
 * Where the preference is kept (keys of the specification, section 9). Content of anybody else's making is not believed:
 * the library would write it into the page.
 */
function keptPreference({ key }: { key: string }) {
  return {
    get: (otherwise: string | undefined) => (read(key) === DARK ? DARK : otherwise),
    set(value: string | null) {
      try {
        if (value === DARK) localStorage.setItem(key, value)
      } catch {
        // Kept nowhere, dark it is all the same.
      }
    },
    subscribe: () => () => undefined,
  }
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

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
        defaultMode={DARK}
        storageManager={keptPreference}
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
