import { localItems } from './webStorage.ts'

/** The only colour scheme. */
const DARK = 'dark'

/** Stores the colour scheme under the keys of docs/specification.md, section 9. Without storage nothing changes. */
export function storeColorScheme(): void {
  localItems.set('mui-mode', DARK)
  localItems.set('mui-color-scheme', DARK)
}
