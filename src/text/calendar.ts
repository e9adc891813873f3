import { formatNumber, persianDigits } from './format.ts'
import { titleText } from './titles.ts'

const list = new Intl.ListFormat('fa', { type: 'conjunction' })

/** Texts of the calendar of the user's own titles. */
export const calendarText = {
  title: 'تقویم من',
  note: 'آنچه از سریال‌ها و عنوان‌های شما منتشر می‌شود؛ بی‌اینترنت هم.',
  weekdays: ['شنبه', 'یکشنبه', 'دوشنبه', 'سه‌شنبه', 'چهارشنبه', 'پنجشنبه', 'جمعه'],
  months: 'ماه‌ها',
  previous: 'ماه پیش',
  following: 'ماه بعد',
  thisMonth: 'این ماه',
  more: (count: number) => `و ${formatNumber(count)} مورد دیگر`,
  upcoming: 'در راه',
  past: 'منتشرشده در این ماه',
  undated: 'تاریخ انتشار نامشخص',
  film: 'انتشار فیلم',
  series: 'شروع سریال',
  nothing: 'در این ماه چیزی از عنوان‌های شما منتشر نمی‌شود',
  nothingNote: 'سریال‌ها و فیلم‌های در راه را ذخیره کنید تا روزشان اینجا بیاید.',
  next: (day: string) => `بعدی: ${day}`,
  comingSoon: 'دیدن عنوان‌های در راه',
  unknown: (count: number) =>
    `تاریخ ${formatNumber(count)} عنوان شما هنوز روی این دستگاه نیست؛ با اتصال به اینترنت می‌آید.`,
  loading: 'در حال خواندن تقویم',
  reminders: 'یادآوری شب پیش',
  remindersNote: 'هر شب، از ساعت ۱۸ به وقت تهران، آنچه فردا منتشر می‌شود در اعلان‌ها می‌آید.',
} as const

/** «فصل ۲، قسمت ۳: نام»; several episodes: «فصل ۲، قسمت‌های ۳ و ۴»; one line per season. */
export function episodesLines(
  episodes: readonly { season: number; number: number; titleFa: string | null; titleEn: string | null }[],
): string[] {
  const [first] = episodes
  if (first && episodes.length === 1) {
    const name = first.titleFa ?? first.titleEn
    const line = `${titleText.season(first.season)}، ${titleText.episode(first.number)}`
    return [name === null ? line : `${line}: ${name}`]
  }
  const seasons = new Map<number, number[]>()
  for (const { season, number } of episodes) seasons.set(season, [...(seasons.get(season) ?? []), number])
  return [...seasons].map(([season, numbers]) => `${titleText.season(season)}، ${numbered(numbers)}`)
}

/** «قسمت‌های ۳ و ۴»; more than three in a row: «قسمت‌های ۱ تا ۱۰». */
function numbered(numbers: number[]): string {
  const sorted = numbers.toSorted((one, other) => one - other)
  const [first = 0, last = 0] = [sorted[0], sorted.at(-1)]
  if (sorted.length === 1) return titleText.episode(first)
  const isRun = sorted.length > 3 && last - first === sorted.length - 1
  if (isRun) return `قسمت‌های ${persianDigits(first)} تا ${persianDigits(last)}`
  return `قسمت‌های ${list.format(sorted.map(persianDigits))}`
}

/** Texts of the secret address for calendar programs. */
export const calendarFeedText = {
  title: 'در تقویم گوشی یا رایانه',
  note: 'با این نشانی، برنامهٔ تقویم شما همین روزها را نشان می‌دهد. نشانی را به کسی ندهید: هر کس آن را داشته باشد تقویم شما را می‌بیند.',
  address: 'نشانی تقویم',
  create: 'ساختن نشانی',
  creating: 'در حال ساختن نشانی',
  add: 'افزودن به برنامهٔ تقویم',
  copy: 'کپی نشانی',
  copied: 'نشانی تقویم کپی شد',
  notCopied: 'نشانی کپی نشد؛ آن را دستی انتخاب کنید',
  renew: 'نشانی تازه',
  renewNote: 'نشانی تازه، نشانی پیشین را از کار می‌اندازد.',
  renewed: 'نشانی تازه ساخته شد؛ نشانی پیشین دیگر کار نمی‌کند',
  created: 'نشانی تقویم ساخته شد',
  end: 'حذف نشانی',
  ending: 'در حال حذف نشانی',
  ended: 'نشانی تقویم حذف شد',
  offline: 'نشانی تقویم به اینترنت نیاز دارد.',
  failed: 'نشانی تقویم دریافت نشد.',
  loading: 'در حال دریافت نشانی تقویم',
} as const
