import { expect, test } from 'vitest'
import { theme, themeStyleSheet } from '#ui/theme.ts'

/** What the theme gives a part of the component library before anybody says otherwise. */
const defaults = (part: string): Record<string, (...given: unknown[]) => string> =>
  (theme.components as Record<string, { defaultProps?: object }>)[part]?.defaultProps as never

test('the labels of the component library are Persian, their figures too', () => {
  expect(defaults('MuiPagination').getItemAriaLabel?.('page', 12, false)).toBe('رفتن به صفحهٔ ۱۲')
  expect(defaults('MuiPagination').getItemAriaLabel?.('page', 12, true)).toBe('صفحهٔ ۱۲')
  expect(defaults('MuiPagination').getItemAriaLabel?.('next', null, false)).toBe('رفتن به صفحهٔ بعدی')
  expect(defaults('MuiTablePagination').labelDisplayedRows?.({ from: 1, to: 24, count: 216 })).toBe('۱–۲۴ از ۲۱۶')
  expect(defaults('MuiRating').getLabelText?.(4)).toBe('۴ ستاره')
  expect(defaults('MuiAutocomplete').noOptionsText).toMatch(/[\u0621-\u06cc]/)
  expect(defaults('MuiAlert').closeText).toBe('بستن')
  expect(defaults('MuiBreadcrumbs').expandText).toMatch(/[\u0621-\u06cc]/)
})

test('the theme is dark, from right to left, and switches its layout at 675 px', () => {
  expect(theme.direction).toBe('rtl')
  expect(Object.keys(theme.colorSchemes)).toEqual(['dark'])
  expect(theme.breakpoints.values.sm).toBe(675)
})

test('the style sheet names every colour that plain elements take from the theme', () => {
  const sheet = themeStyleSheet()
  expect(sheet).toContain('--mui-palette-secondary-main:#2bb5a0')
  expect(sheet).toContain('color-scheme:dark')
  expect(sheet).not.toMatch(/undefined|\[object/)
})
