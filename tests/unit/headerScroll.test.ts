import { expect, test } from 'vitest'
import { nextScrollDirection } from '#features/shell/header/useScrollDirection.ts'
import { entriesOf } from '#features/shell/menu/menu.ts'

test('hides the bar below 100 px while scrolling down and shows it when scrolling up or at the top', () => {
  expect(nextScrollDirection('top', 0, 100)).toBe('top')
  expect(nextScrollDirection('top', 0, 101)).toBe('down')
  expect(nextScrollDirection('down', 400, 380)).toBe('up')
  expect(nextScrollDirection('up', 380, 420)).toBe('down')
  expect(nextScrollDirection('up', 380, 80)).toBe('top')
})

test('ignores small scroll movements', () => {
  expect(nextScrollDirection('down', 400, 397)).toBe('down')
  expect(nextScrollDirection('up', 400, 404)).toBe('up')
})

test('shows the bar on a page that opens at a restored scroll position', () => {
  expect(nextScrollDirection('top', 900, 900)).toBe('up')
})

test('lists the menu entries of guests and members', () => {
  const labels = (menu: Parameters<typeof entriesOf>[0], audience: Parameters<typeof entriesOf>[1]) =>
    entriesOf(menu, audience).map(({ label }) => label)
  const lists = ['دسته‌بندی‌ها', 'مجموعه‌ها', 'سریال‌ها', 'فیلم‌ها', 'دوبله', 'به‌زودی', 'پشتیبانی']
  expect(labels('drawer', 'guest')).toEqual(['خانه', 'ورود', 'ثبت‌نام', ...lists, 'روی این دستگاه'])
  const own = ['تاریخچه', 'تقویم من', 'دانلودها', 'اعلان‌ها', 'درخواست عنوان', 'روی این دستگاه', 'خروج']
  expect(labels('drawer', 'member')).toEqual(['خانه', 'داشبورد', 'ذخیره‌شده‌ها', ...lists, ...own])
  expect(labels('drawer', undefined)).toEqual(['خانه', ...lists, 'روی این دستگاه'])
  expect(labels('bar', 'guest')).toEqual(['پشتیبانی', 'ذخیره‌شده‌ها', 'ورود'])
  expect(labels('bar', 'member')).toEqual(['پشتیبانی', 'ذخیره‌شده‌ها', 'داشبورد'])
})
