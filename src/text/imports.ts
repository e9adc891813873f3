import { formatNumber, isolated } from './format.ts'

/** Each name is isolated, so that the list reads from right to left. */
const TRAKT_FILES = ['watched-movies.json', 'watched-shows.json', 'lists-watchlist.json'].map(isolated).join(' یا ')

/** Texts of importing lists (docs/product.md#screens). */
export const importText = {
  title: 'وارد کردن فهرست',
  intro:
    'فهرست IMDb یا Letterboxd یا Trakt خود را وارد کنید. بدون اینترنت هم می‌شود؛ عنوان‌ها با وصل شدن اینترنت پیدا می‌شوند.',
  choose: 'انتخاب فایل فهرست',
  how: 'فایل را از کجا بگیرم؟',
  steps: [
    'در IMDb: صفحهٔ Watchlist یا Your ratings، دکمهٔ Export؛ فایل را از صفحهٔ Exports بگیرید.',
    'در Letterboxd: بخش Settings، سپس Data و Export your data؛ فایل فشرده را باز کنید و watchlist.csv یا watched.csv را بردارید.',
    `در Trakt: بخش Settings، سپس Data و Export؛ فایل فشرده را باز کنید و ${TRAKT_FILES} را بردارید. قسمت‌های دیده‌شدهٔ سریال‌ها هم وارد می‌شود.`,
    'خروجی CSV خود پرده هم خوانده می‌شود.',
  ],
  reading: (name: string) => `در حال خواندن «${isolated(name)}»`,
  readingOf: 'پیشرفت خواندن فایل',
  cancel: 'انصراف',
  found: (rows: number, name: string) => `${formatNumber(rows)} عنوان در «${isolated(name)}»`,
  skipped: (rows: number) => `${formatNumber(rows)} سطر نام هیچ عنوانی را نداشت و کنار گذاشته شد.`,
  target: 'به کدام فهرست اضافه شود؟',
  targets: { watchlist: 'ذخیره‌شده‌ها', history: 'تاریخچه' },
  targetNote: {
    watchlist: 'برای آنچه می‌خواهید ببینید.',
    history: 'برای آنچه دیده‌اید، با تاریخ خودش؛ فیلم‌ها، و قسمت‌هایی که در فهرست آمده‌اند، تا پایان دیده شمرده می‌شوند.',
  },
  start: 'وارد کردن',
  starting: 'در حال ذخیره روی این دستگاه',
  saved: 'فهرست روی این دستگاه ذخیره شد',
  notSaved: 'این دستگاه نتوانست فهرست را ذخیره کند؛ شاید حافظه پر است. فایل شما سر جایش است.',
  missingPart: 'بخش خواندن فایل بارگذاری نشد. اینترنت را بررسی کنید و دوباره تلاش کنید؛ فایل شما سر جایش است.',
  guest: 'برای وارد کردن فهرست وارد حساب خود شوید.',

  progress: (list: 'watchlist' | 'history') => `پیشرفت افزودن به ${list === 'history' ? 'تاریخچه' : 'ذخیره‌شده‌ها'}`,
  unnamed: 'فهرست شما',
  going: (done: number, rows: number) => `${formatNumber(done)} از ${formatNumber(rows)} بررسی شد`,
  offline: 'بقیه با وصل شدن اینترنت بررسی می‌شود؛ می‌توانید این برگه را ببندید.',
  refused: (parts: number) =>
    `${formatNumber(parts)} بخش پذیرفته نشد؛ در «همگام‌سازی» می‌توانید دوباره بفرستید یا صرف‌نظر کنید.`,
  done: (saved: number, list: 'watchlist' | 'history') =>
    `${formatNumber(saved)} عنوان در ${list === 'history' ? 'تاریخچه' : 'ذخیره‌شده‌ها'} هست`,
  missing: (count: number) => `${formatNumber(count)} عنوان پیدا نشد`,
  showMissing: (count: number) => `دیدن ${formatNumber(count)} عنوانی که پیدا نشد`,
  more: (count: number) => `${formatNumber(count)} عنوان دیگر`,
  download: 'دریافت آنچه پیدا نشد (CSV)',
  request: 'درخواست',
  requestOf: (name: string) => `درخواست «${name}»`,
  open: { watchlist: 'رفتن به ذخیره‌شده‌ها', history: 'رفتن به تاریخچه' },
  close: 'بستن این گزارش',
  closeOf: (name: string) => `بستن گزارش «${name}»`,
} as const

/** Problems of an imported file. `line`: from 1; `mega`: size limit in MB; `rows`: row limit. */
export const listProblemText = {
  empty: () => 'در این فایل هیچ عنوانی نیست.',
  large: ({ mega }: Limits) =>
    `این فایل از ${formatNumber(mega)} مگابایت بزرگ‌تر است؛ فهرست عنوان‌ها بسیار کوچک‌تر از این است.`,
  many: ({ rows }: Limits) => `این فایل بیش از ${formatNumber(rows)} سطر دارد؛ آن را به چند فایل بخش کنید.`,
  zip: () => 'این فایل فشرده یا فایل اکسل است. آن را باز کنید و فایل CSV یا JSON درونش را انتخاب کنید.',
  html: () => 'این یک صفحهٔ وب است، نه فهرست؛ شاید هنگام گرفتن فایل وارد حساب آن سایت نبوده‌اید.',
  binary: () => 'این فایل متنی نیست. فایل CSV یا JSON را انتخاب کنید.',
  columns: () => 'ستون‌های این فایل را نمی‌شناسیم: باید شناسهٔ IMDb (ستون Const) یا نام و سال (Name و Year) داشته باشد.',
  quotes: ({ line }: Limits) =>
    `گیومه‌ای در سطر ${formatNumber(line ?? 0)} بسته نشده است؛ آن را درست کنید یا فایل را از نو بگیرید. چیزی وارد نشد.`,
  json: () => `این فایل JSON فهرست Trakt نیست، یا کامل نیست. ${TRAKT_FILES} را انتخاب کنید. چیزی وارد نشد.`,
  unreadable: () => 'دستگاه این فایل را باز نکرد؛ شاید جابه‌جا یا پاک شده است. دوباره انتخابش کنید.',
} as const satisfies Record<string, (limits: Limits) => string>

interface Limits {
  line: number | undefined
  mega: number
  rows: number
}
