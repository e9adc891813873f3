import { formatNumber } from './format.ts'

/** Texts of the screens that change the name and the e-mail address. */
export const profileText = {
  title: 'نام و ایمیل',
  note: 'نام شما کنار نظرهایتان دیده می‌شود؛ با ایمیل وارد حساب می‌شوید.',
  noteWithoutEmail: 'نام شما کنار نظرهایتان دیده می‌شود. با افزودن ایمیل می‌توانید بیرون از تلگرام هم وارد حساب شوید.',
  offline: 'تغییر نام و ایمیل به اینترنت نیاز دارد.',
  password: 'تغییر گذرواژه',
} as const

export const nameText = {
  title: 'نام',
  submit: 'ثبت نام تازه',
  sending: 'در حال ثبت نام تازه',
  done: (name: string) => `نام شما «${name}» شد`,
} as const

export const emailText = {
  title: 'ایمیل',
  current: 'ایمیل کنونی',
  none: 'این حساب هنوز ایمیل ندارد؛ با تلگرام وارد آن می‌شوید.',
  email: 'ایمیل تازه',
  password: 'گذرواژه',
  submit: 'فرستادن پیوند تأیید',
  sending: 'در حال فرستادن پیوند تأیید',
  sentTitle: 'صندوق ایمیل تازه را ببینید',
  sentNote: (hours: number) => `پیوند تا ${formatNumber(hours)} ساعت کار می‌کند. اگر نرسید، پوشهٔ هرزنامه را هم ببینید.`,
  again: 'نشانی دیگری دارم یا چیزی نرسید',
} as const

/** Texts of the screen that deletes the account. */
export const deletionText = {
  title: 'حذف حساب',
  note: 'حساب و همهٔ داده‌های آن برای همیشه حذف می‌شود؛ این کار برگشت ندارد.',
  open: 'حذف حساب…',
  consequences: [
    'ذخیره‌شده‌ها، تاریخچه، پسندها، درخواست‌ها و اعلان‌هایتان حذف می‌شود.',
    'نام و متن نظرهایتان پاک می‌شود؛ پاسخ‌های دیگران می‌ماند.',
    'سابقهٔ پرداخت‌ها بدون نام شما نگه داشته می‌شود.',
    'دانلودها و داده‌های شما در هر دستگاهی که وارد این حساب است، با نخستین اتصال پاک می‌شود.',
  ],
  premium: (plan: string, until: string) =>
    `اشتراک ${plan} شما تا ${until} اعتبار دارد؛ پایان می‌یابد و مبلغ آن برنمی‌گردد.`,
  exportTitle: 'نخست داده‌هایتان را بردارید',
  exportNote: 'فایلی از هر چه در پرده دارید؛ پس از حذف دیگر نمی‌توان آن را گرفت.',
  exportAll: 'دریافت همهٔ داده‌ها',
  next: 'ادامه',
  nextWithout: 'ادامه بدون دریافت',
  confirmTitle: 'تأیید حذف',
  withoutPassword: 'این حساب گذرواژه ندارد؛ برای حذف باید تازه با تلگرام وارد شده باشید.',
  submit: 'حذف همیشگی حساب',
  sending: 'در حال حذف حساب',
  offline: 'حذف حساب به اینترنت نیاز دارد.',
  back: 'بازگشت به نام و ایمیل',
} as const

export const confirmText = {
  title: 'تأیید ایمیل',
  confirming: 'در حال تأیید ایمیل',
  done: 'ایمیل شما عوض شد',
  failed: 'ایمیل عوض نشد',
  retry: 'تلاش دوباره',
  newLink: 'گرفتن پیوند تازه',
  home: 'رفتن به پرده',
} as const
