import { expect, test } from 'vitest'
import { kinds } from '#data/sync/kinds.ts'
import { appText } from '#text/app.ts'
import { formatBytes, formatDate, formatNumber, formatRange, formatRelative, persianDigits } from '#text/format.ts'
import { changeWords, syncLabel } from '#text/sync.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')
/** Without the invisible frame around names. */
const plain = (text: string) => text.replace(/[\u2066-\u2069]/g, '')

test('numbers are Persian: grouped when they count, not when they name', () => {
  expect(formatNumber(12345)).toBe('۱۲٬۳۴۵')
  expect(persianDigits(1972)).toBe('۱۹۷۲')
  expect(formatRange(25, 48, 1216)).toBe('۲۵ تا ۴۸ از ۱٬۲۱۶')
})

test('dates are Jalali; a day of the calendar is that day wherever one is', () => {
  expect(formatDate('1972-03-14')).toBe('۲۴ اسفند ۱۳۵۰')
  expect(formatDate('no date')).toBe('')
})

test.each([
  [0, 'همین حالا'],
  [44_000, 'همین حالا'],
  // A clock that was set back makes no future.
  [-86_400_000, 'همین حالا'],
  [50_000, '۱ دقیقه پیش'],
  [3 * 60_000, '۳ دقیقه پیش'],
  [26 * 3_600_000, 'دیروز'],
  [400 * 86_400_000, 'سال گذشته'],
])('%i ms ago is «%s»', (past, words) => {
  expect(formatRelative(NOW - past, NOW)).toBe(words)
})

test('bytes are told in the unit that reads best', () => {
  expect(formatBytes(0)).toBe('۰ بایت')
  expect(formatBytes(812_400)).toBe('۸۱۲ کیلوبایت')
  expect(formatBytes(12_500_000)).toBe('۱۲٫۵ مگابایت')
  expect(formatBytes(2_300_000_000_000)).toBe('۲٬۳۰۰ گیگابایت')
})

test('the tab’s title names the page and the app, once', () => {
  expect(appText.title('پدرخوانده')).toBe('پدرخوانده | پرده')
  expect(appText.title('پرده')).toBe('پرده')
  expect(appText.title('')).toBe('پرده')
})

test('a change is told as the person made it', () => {
  const told = (kind: string, payload: unknown, label = 'پدرخوانده') => plain(changeWords({ kind, payload, label }))
  expect(told('watchlist.setSaved', { saved: true })).toBe('ذخیره کردن «پدرخوانده»')
  expect(told('watchlist.setSaved', { saved: false })).toBe('برداشتن «پدرخوانده» از ذخیره‌شده‌ها')
  expect(told('reactions.setLiked', { liked: true })).toBe('پسندیدن «پدرخوانده»')
  expect(told('reactions.setLiked', { liked: false })).toBe('پس گرفتن پسند «پدرخوانده»')
})

test('a change of a kind this version does not know has general words, whatever it holds', () => {
  const told = (kind: string, payload: unknown, label: string) => plain(changeWords({ kind, payload, label }))
  expect(told('comments.add', null, 'پدرخوانده')).toBe('تغییری در «پدرخوانده»')
  expect(told('constructor', undefined, '')).toBe('یک تغییر')
  expect(told('watchlist.setSaved', 'torn', ' ')).toBe('یک تغییر')
})

test.each(kinds.map(({ kind }) => kind))(
  'a change of the kind %s has words of its own, with a name or without one',
  (kind) => {
    const told = ['', 'پدرخوانده'].map((label) => plain(changeWords({ kind, payload: {}, label })))
    expect(told.some((words) => words !== 'یک تغییر' && words !== 'تغییری در «پدرخوانده»')).toBe(true)
  },
)

test('a Latin name does not disturb the sentence around it', () => {
  expect(changeWords({ kind: 'reactions.setLiked', payload: {}, label: 'The Godfather' })).toBe(
    'پسندیدن «\u2068The Godfather\u2069»',
  )
})

test('the sync button says what it shows', () => {
  expect(syncLabel({ waiting: 0, failed: 0, sending: false, parked: false })).toBe('همگام‌سازی')
  expect(syncLabel({ waiting: 3, failed: 1, sending: true, parked: true })).toBe(
    'همگام‌سازی، در حال ارسال، ۳ تغییر در انتظار، ۱ تغییر ارسال نشد، نشست شما به پایان رسیده است',
  )
})
