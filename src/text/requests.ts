import { appText } from './app.ts'
import { formatNumber, persianDigits } from './format.ts'

/** Texts of title requests (docs/product.md#screens). */
export const requestText = {
  title: 'درخواست عنوان',
  intro: 'فیلم یا سریالی را که پیدا نکردید برای ما بنویسید؛ وقتی به پرده بیاید خبرتان می‌کنیم.',
  form: 'درخواست تازه',
  name: 'نام فیلم یا سریال',
  nameHint: 'فارسی یا انگلیسی',
  type: 'نوع',
  types: { movie: 'فیلم', series: 'سریال' },
  year: 'سال ساخت (اختیاری)',
  yearHint: 'شمسی یا میلادی، مانند ۱۳۸۲ یا ۲۰۰۳',
  yearConverted: (year: string) => `برابر ${year} میلادی`,
  imdb: 'پیوند یا شناسهٔ IMDb (اختیاری)',
  note: 'توضیح (اختیاری)',
  noteHint: 'هر چه به پیدا کردنش کمک کند: کارگردان، بازیگر، دوبله یا زیرنویس',
  send: 'فرستادن درخواست',
  save: 'ثبت تغییر',
  cancel: 'انصراف',
  recorded: 'درخواست شما ثبت شد',
  recordedOffline: 'درخواست شما ثبت شد و با وصل شدن اینترنت فرستاده می‌شود',
  earlier: (name: string) => `نوشتهٔ پیشین شما «${name}» کنار گذاشته شد.`,
  bringBack: 'برگرداندن آن',

  here: 'شاید همین حالا در پرده باشد',
  hereSeen: 'شاید همین حالا در پرده باشد (از میان آنچه دیده‌اید)',
  found: (count: number) => `${formatNumber(count)} عنوان با این نام در پرده هست`,

  list: 'درخواست‌های من',
  loading: 'در حال دریافت درخواست‌ها',
  status: { waiting: 'در دست بررسی', accepted: 'پذیرفته شد', added: 'به پرده اضافه شد', rejected: 'پذیرفته نشد' },
  reply: 'پاسخ پرده',
  open: 'دیدن در پرده',
  openOf: (name: string) => `دیدن «${name}» در پرده`,
  more: 'درخواست‌های قدیمی‌تر',
  edit: 'ویرایش',
  drop: 'پس گرفتن',
  retry: appText.retry,
  discard: appText.discard,
  understood: 'حذف از فهرست',
  of: (act: string, name: string) => `${act}: ${name}`,
  failed: 'ارسال نشد',
  known: 'این عنوان را پیش‌تر درخواست کرده‌اید؛ پاسخ آن در همین فهرست می‌آید.',
  onItsWay: 'این درخواست در حال ارسال است',

  empty: 'هنوز چیزی درخواست نکرده‌اید',
  emptyNote: 'درخواست‌های شما و پاسخ آن‌ها اینجا می‌مانند؛ بدون اینترنت هم.',
  guest: 'درخواست‌های شما پشت همین پرده است',
  guestNote: 'وارد شوید تا درخواست کنید و پاسخ‌ها را ببینید.',
  unseen: 'درخواست‌های شما هنوز روی این دستگاه نیست',
  unseenNote: 'با اولین اتصال به اینترنت دریافت می‌شود. درخواست تازه را همین حالا هم می‌توانید بنویسید.',
  listFailed: 'درخواست‌های شما دریافت نشد',
} as const

/** Validation messages of a request; the numbers are the contract's. */
export const requestProblemText = {
  required: () => 'این بخش را پر کنید.',
  requestNameShort: ({ nameMin }: Limits) => `نام باید دست‌کم ${formatNumber(nameMin)} نویسه باشد.`,
  requestNameLong: ({ nameMax }: Limits) => `نام باید حداکثر ${formatNumber(nameMax)} نویسه باشد.`,
  year: ({ yearMin, yearMax }: Limits) =>
    `سال باید عددی میان ${persianDigits(yearMin)} و ${persianDigits(yearMax)} باشد.`,
  imdb: () => 'پیوند یا شناسهٔ IMDb درست نیست؛ شناسه با tt آغاز می‌شود.',
  noteLong: ({ noteMax }: Limits) => `توضیح باید حداکثر ${formatNumber(noteMax)} نویسه باشد.`,
} as const

interface Limits {
  nameMin: number
  nameMax: number
  yearMin: number
  yearMax: number
  noteMax: number
}
