import { expect, test } from 'vitest'
import { entriesOf } from '#features/shell/menu.ts'
import { scrolledAfter } from '#features/shell/useScrolled.ts'

test('past 100 px downward the reader is on the way down; looking back changes that, the top ends it', () => {
  expect(scrolledAfter('top', 0, 100)).toBe('top')
  expect(scrolledAfter('top', 0, 101)).toBe('down')
  expect(scrolledAfter('down', 400, 380)).toBe('up')
  expect(scrolledAfter('up', 380, 420)).toBe('down')
  expect(scrolledAfter('up', 380, 80)).toBe('top')
})

test('a trembling finger is no change of mind', () => {
  expect(scrolledAfter('down', 400, 397)).toBe('down')
  expect(scrolledAfter('up', 400, 404)).toBe('up')
})

test('a page that opens far down, as when going back, shows the bar', () => {
  expect(scrolledAfter('top', 900, 900)).toBe('up')
})

test('guests and members have the entries that are theirs, nobody those of the other', () => {
  const labels = (place: Parameters<typeof entriesOf>[0], audience: Parameters<typeof entriesOf>[1]) =>
    entriesOf(place, audience).map(({ label }) => label)
  const lists = ['دسته‌بندی‌ها', 'مجموعه‌ها', 'سریال‌ها', 'فیلم‌ها', 'دوبله', 'به‌زودی', 'پشتیبانی']
  expect(labels('drawer', 'guest')).toEqual(['خانه', 'ورود', 'ثبت‌نام', ...lists, 'روی این دستگاه'])
  const own = ['تاریخچه', 'دانلودها', 'اعلان‌ها', 'درخواست عنوان', 'روی این دستگاه', 'خروج']
  expect(labels('drawer', 'member')).toEqual(['خانه', 'داشبورد', 'ذخیره‌شده‌ها', ...lists, ...own])
  expect(labels('drawer', undefined)).toEqual(['خانه', ...lists, 'روی این دستگاه'])
  expect(labels('bar', 'guest')).toEqual(['پشتیبانی', 'ذخیره‌شده‌ها', 'ورود'])
  expect(labels('bar', 'member')).toEqual(['پشتیبانی', 'ذخیره‌شده‌ها', 'داشبورد'])
})
