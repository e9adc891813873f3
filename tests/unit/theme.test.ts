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
  expect(sheet).toContain('color-scheme:dark')
  expect(sheet).not.toMatch(/undefined|\[object/)
})
