import { formatNumber } from './format.ts'
import { factsLine } from './titleFacts.ts'

/** Texts of the history (docs/product.md#screens). */
export const historyText = {
  title: 'تاریخچه',
  list: 'دیده‌شده‌ها',
  loading: 'در حال بارگذاری',
  search: 'جستجو در تاریخچه',
  count: (shown: number, all: number) =>
    shown === all ? `${formatNumber(all)} عنوان` : `${formatNumber(shown)} از ${formatNumber(all)} عنوان`,
  today: 'امروز',
  yesterday: 'دیروز',
  /** «امروز، شنبه ۲۳ آبان ۱۴۰۵» */
  day: (nearness: string | undefined, weekday: string, date: string) =>
    nearness === undefined ? `${weekday} ${date}` : `${nearness}، ${weekday} ${date}`,
  ended: 'تا پایان دیده‌اید',
  marked: 'به انتخاب شما دیده‌شده',
  left: (minutes: number) => `${formatNumber(minutes)} دقیقه مانده`,
  begun: 'تازه آغاز شده',
  episodes: (count: number) => `${formatNumber(count)} قسمت دیده‌شده`,
  facts: factsLine,
  remove: (name: string) => `حذف «${name}» از تاریخچه`,
  removed: (name: string) => `«${name}» از تاریخچه حذف شد`,
  restored: (name: string) => `«${name}» بازگشت`,

  hide: (name: string) => `پنهان کردن «${name}» از ادامهٔ تماشا`,
  hidden: (name: string) => `«${name}» تا تماشای دوباره پنهان شد و در تاریخچه می‌ماند`,
  guest: 'تاریخچهٔ شما پشت همین پرده است',
  guestNote: 'وارد شوید تا ببینید چه دیده‌اید و در هر کدام تا کجا رسیده‌اید.',
  empty: 'هنوز چیزی ندیده‌اید',
  emptyNote: 'هر فیلم یا قسمتی را که ببینید، با جایی که رسیده‌اید، اینجا می‌ماند؛ بدون اینترنت هم.',
  browse: 'مرور فیلم‌ها',
  unseen: 'تاریخچهٔ شما هنوز روی این دستگاه نیست',
  unseenNote: 'با اولین اتصال به اینترنت دریافت می‌شود و از آن پس همیشه در دسترس است.',
  failed: 'تاریخچهٔ شما دریافت نشد',
  noMatch: 'متأسفانه موردی یافت نشد',
  noMatchNote: 'چیزی با این نام در تاریخچهٔ شما نیست.',
  clearSearch: 'پاک کردن جستجو',
} as const
