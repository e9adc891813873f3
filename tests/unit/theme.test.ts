import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { theme, themeStyleSheet } from '#ui/theme/theme.ts'

test('is dark, right-to-left, and switches the layout at 675 px', () => {
  expect(theme.direction).toBe('rtl')
  expect(Object.keys(theme.colorSchemes)).toEqual(['dark'])
  expect(theme.breakpoints.values.sm).toBe(675)
})

test('defines every theme colour that plain elements use in the style sheet', () => {
  const sheet = themeStyleSheet()
  expect(sheet).toContain('--mui-palette-secondary-main:#2bb5a0')
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.css'))
  const styles = files.map((file) => readFileSync(`src/${file}`, 'utf8'))
  const read = styles.flatMap((style) => style.match(/--mui-[\w-]+/g) ?? [])
  expect(new Set(read).size).toBeGreaterThan(10)
  expect(read.filter((name) => !sheet.includes(`${name}:`))).toEqual([])
  // MUI's sheets and dialogs are above the page.
  expect(sheet).toMatch(/--mui-zIndex-drawer:1200.*--mui-zIndex-modal:1300/)
  expect(sheet).toContain('color-scheme:dark')
  expect(sheet).not.toMatch(/undefined|\[object/)
})

test('labels pagination, rating, autocomplete, alerts and breadcrumbs in Persian', () => {
  const { MuiTablePagination, MuiPagination, MuiRating, MuiAutocomplete, MuiAlert, MuiBreadcrumbs } =
    theme.components ?? {}
  const rows = { from: 1, to: 24, count: 238, page: 0 }
  const labels = [
    MuiTablePagination?.defaultProps?.labelRowsPerPage,
    ...(['first', 'last', 'next', 'previous'] as const).flatMap((type) => [
      MuiTablePagination?.defaultProps?.getItemAriaLabel?.(type),
      MuiPagination?.defaultProps?.getItemAriaLabel?.(type, null, false),
    ]),
    MuiTablePagination?.defaultProps?.labelDisplayedRows?.(rows),
    MuiRating?.defaultProps?.getLabelText?.(4),
    MuiAutocomplete?.defaultProps?.clearText,
    MuiAutocomplete?.defaultProps?.closeText,
    MuiAutocomplete?.defaultProps?.loadingText,
    MuiAutocomplete?.defaultProps?.noOptionsText,
    MuiAutocomplete?.defaultProps?.openText,
    MuiAlert?.defaultProps?.closeText,
    MuiBreadcrumbs?.defaultProps?.expandText,
  ]
  for (const label of labels) expect(label).toMatch(/[آ-ی]/)
})
