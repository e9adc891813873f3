import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCalendarAddress } from '#features/calendar/calendarAddress.ts'
import {
  addMonths,
  daysOf,
  isoDayOf,
  monthLink,
  monthOf,
  readMonth,
  weekdayOf,
  writeMonth,
} from '#features/calendar/persianMonth.ts'

const aMonth = fc.record({ year: fc.integer({ min: 1300, max: 1499 }), month: fc.integer({ min: 1, max: 12 }) })
/** 22 March 1921, the first day of 1300, until 2120. */
const FIRST = Date.UTC(1921, 2, 22, 12)
const DAY = 86_400_000
const aDay = fc.integer({ min: 0, max: 72_000 }).map((at) => new Date(FIRST + at * DAY).toISOString().slice(0, 10))

test('the days of a month belong to it, the days before and after do not', () => {
  fc.assert(
    fc.property(aMonth, (month) => {
      const days = daysOf(month)
      expect(days.length).toBeGreaterThanOrEqual(29)
      expect(days.length).toBeLessThanOrEqual(31)
      expect(days.every((day) => writeMonth(monthOf(day)) === writeMonth(month))).toBe(true)
      const [first = '', last = ''] = [days[0], days.at(-1)]
      const beside = (day: string, by: number) => new Date(Date.parse(day) + by * DAY).toISOString().slice(0, 10)
      expect(monthOf(beside(first, -1))).toEqual(addMonths(month, -1))
      expect(monthOf(beside(last, 1))).toEqual(addMonths(month, 1))
    }),
  )
})

test('every day is in its month once', () => {
  fc.assert(
    fc.property(aDay, (day) => {
      expect(daysOf(monthOf(day)).filter((one) => one === day)).toEqual([day])
    }),
  )
})

test.each([
  ['2026-03-21', { year: 1405, month: 1 }, 0],
  ['2026-11-27', { year: 1405, month: 9 }, 6],
  ['2025-03-20', { year: 1403, month: 12 }, 5],
  ['2025-03-21', { year: 1404, month: 1 }, 6],
])('%s', (day, month, weekday) => {
  expect(monthOf(day)).toEqual(month)
  expect(weekdayOf(day)).toBe(weekday)
})

test('a leap year ends on 30 Esfand', () => {
  expect(daysOf({ year: 1403, month: 12 })).toHaveLength(30)
  expect(daysOf({ year: 1404, month: 12 })).toHaveLength(29)
})

test('the current day is that of the device, at any hour', () => {
  for (const hour of [0, 1, 12, 23]) expect(isoDayOf(new Date(2026, 10, 27, hour, 30).getTime())).toBe('2026-11-27')
})

test('an address names a month or nothing', () => {
  fc.assert(
    fc.property(aMonth, (month) => {
      const text = writeMonth(month)
      expect(readCalendarAddress({ month: text })).toEqual({ month: text })
      expect(readMonth(text)).toEqual(month)
    }),
  )
  for (const month of ['1405-13', '1405-00', '2026-11', '1405-9', '1405-09-01', '', 7, null, undefined, ['1405-09']]) {
    expect(readCalendarAddress({ month })).toEqual({ month: undefined })
  }
  const current = { year: 1405, month: 9 }
  expect(monthLink(current, current).search).toEqual({})
  expect(monthLink({ year: 1405, month: 10 }, current).search).toEqual({ month: '1405-10' })
})
