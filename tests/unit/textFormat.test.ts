import { expect, test } from 'vitest'
import { kinds } from '#data/areas/kinds.ts'
import { appText } from '#text/app.ts'
import { changeWords } from '#text/changes.ts'
import { formatBytes, formatDate, formatNumber, formatRange, formatRelative, persianDigits } from '#text/format.ts'
import { syncLabel } from '#text/sync.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')
/** Removes the invisible isolation marks around names. */
const plain = (text: string) => text.replace(/[\u2066-\u2069]/g, '')

test('groups digits of counts but not of years', () => {
  expect(formatNumber(12345)).toBe('۱۲٬۳۴۵')
  expect(persianDigits(1972)).toBe('۱۹۷۲')
  expect(formatRange(25, 48, 1216)).toBe('۲۵ تا ۴۸ از ۱٬۲۱۶')
})

test('formats dates in the Jalali calendar and invalid dates as empty', () => {
  expect(formatDate('1972-03-14')).toBe('۲۴ اسفند ۱۳۵۰')
  expect(formatDate('no date')).toBe('')
})

test.each([
  [0, 'همین حالا'],
  [44_000, 'همین حالا'],
  // A clock that was set back must not show a future time.
  [-86_400_000, 'همین حالا'],
  [50_000, '۱ دقیقه پیش'],
  [3 * 60_000, '۳ دقیقه پیش'],
  [26 * 3_600_000, 'دیروز'],
  [400 * 86_400_000, 'سال گذشته'],
])('%i ms ago is «%s»', (past, words) => {
  expect(formatRelative(NOW - past, NOW)).toBe(words)
})

test('formats bytes in the most readable unit', () => {
  expect(formatBytes(0)).toBe('۰ بایت')
  expect(formatBytes(812_400)).toBe('۸۱۲ کیلوبایت')
  expect(formatBytes(12_500_000)).toBe('۱۲٫۵ مگابایت')
  expect(formatBytes(2_300_000_000_000)).toBe('۲٬۳۰۰ گیگابایت')
})

test('appends the app name to the page title once', () => {
  expect(appText.title('پدرخوانده')).toBe('پدرخوانده | پرده')
  expect(appText.title('پرده')).toBe('پرده')
  expect(appText.title('')).toBe('پرده')
})

test('describes each mutation in the words of the action', () => {
  const describeMutation = (kind: string, payload: unknown, label = 'پدرخوانده') =>
    plain(changeWords({ kind, payload, label }))
  expect(describeMutation('watchlist.setSaved', { saved: true })).toBe('ذخیره کردن «پدرخوانده»')
  expect(describeMutation('watchlist.setSaved', { saved: false })).toBe('حذف «پدرخوانده» از ذخیره‌شده‌ها')
  expect(describeMutation('reactions.setLiked', { liked: true })).toBe('پسندیدن «پدرخوانده»')
  expect(describeMutation('reactions.setLiked', { liked: false })).toBe('پس گرفتن پسند «پدرخوانده»')
})

test('describes a mutation of an unknown kind in general words', () => {
  const describeMutation = (kind: string, payload: unknown, label: string) =>
    plain(changeWords({ kind, payload, label }))
  expect(describeMutation('comments.add', null, 'پدرخوانده')).toBe('تغییری در «پدرخوانده»')
  expect(describeMutation('constructor', undefined, '')).toBe('یک تغییر')
  expect(describeMutation('watchlist.setSaved', 'torn', ' ')).toBe('یک تغییر')
})

test.each(kinds.map(({ kind }) => kind))(
  'describes a mutation of kind %s in its own words, with and without a name',
  (kind) => {
    const descriptions = ['', 'پدرخوانده'].map((label) => plain(changeWords({ kind, payload: {}, label })))
    expect(
      descriptions.some((description) => description !== 'یک تغییر' && description !== 'تغییری در «پدرخوانده»'),
    ).toBe(true)
  },
)

test('isolates a Latin name from the direction of the sentence', () => {
  expect(changeWords({ kind: 'reactions.setLiked', payload: {}, label: 'The Godfather' })).toBe(
    'پسندیدن «\u2068The Godfather\u2069»',
  )
})

test('labels the sync button with its state', () => {
  expect(syncLabel({ waiting: 0, failed: 0, sending: false, parked: false })).toBe('همگام‌سازی')
  expect(syncLabel({ waiting: 3, failed: 1, sending: true, parked: true })).toBe(
    'همگام‌سازی، در حال ارسال، ۳ تغییر در انتظار، ۱ تغییر ارسال نشد، نشست شما به پایان رسیده است',
  )
})
