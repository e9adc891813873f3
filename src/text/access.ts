import { formatNumber } from './format.ts'

/** Texts of passwords, devices and Telegram sign-in. */
export const forgotText = {
  link: 'گذرواژه را فراموش کرده‌اید؟',
  title: 'بازیابی گذرواژه',
  note: 'ایمیل حسابتان را بنویسید تا پیوند ساختن گذرواژهٔ تازه را برایتان بفرستیم.',
  submit: 'فرستادن پیوند',
  sending: 'در حال فرستادن پیوند',
  sentTitle: 'صندوق ایمیلتان را ببینید',
  sentNote: (minutes: number) =>
    `پیوند تا ${formatNumber(minutes)} دقیقه کار می‌کند. اگر نرسید، پوشهٔ هرزنامه را هم ببینید.`,
  sendAgain: 'ایمیل دیگری دارم یا چیزی نرسید',
  remembered: 'یادتان آمد؟',
  login: 'ورود',
} as const

export const resetText = {
  title: 'گذرواژهٔ تازه',
  note: 'با ثبت گذرواژهٔ تازه، همهٔ دستگاه‌ها از حساب خارج می‌شوند و باید دوباره وارد شوید.',
  of: 'برای حساب',
  password: 'گذرواژهٔ تازه',
  passwordConfirmation: 'تکرار گذرواژهٔ تازه',
  submit: 'ثبت گذرواژه',
  sending: 'در حال ثبت گذرواژه',
  expired: 'پیوند کار نکرد؟',
  again: 'پیوند تازه بگیرید',
} as const

export const editPasswordText = {
  title: 'تغییر گذرواژه',
  note: 'با تغییر گذرواژه، همهٔ دستگاه‌ها جز این دستگاه از حساب خارج می‌شوند.',
  current: 'گذرواژهٔ فعلی',
  forgotten: 'گذرواژهٔ فعلی را نمی‌دانید؟',
  reset: 'بازیابی با ایمیل',
  submit: 'تغییر گذرواژه',
  sending: 'در حال تغییر گذرواژه',
  done: 'گذرواژه عوض شد و دستگاه‌های دیگر از حساب خارج شدند',
  offline: 'تغییر گذرواژه به اینترنت نیاز دارد.',
  none: 'این حساب گذرواژه ندارد',
  noneNote: 'شما با تلگرام وارد می‌شوید. اگر ایمیلی به حساب بیفزایید، می‌توانید برای آن گذرواژه بسازید.',
  addEmail: 'افزودن ایمیل',
} as const

/** Shown in place of a personal screen after the user signed out elsewhere. */
export const signedOutText = {
  title: 'از حساب خارج شده‌اید',
  note: 'این صفحه برای حسابی بود که دیگر روی این دستگاه نیست.',
  login: 'ورود',
} as const

export const devicesText = {
  title: 'دستگاه‌های شما',
  note: 'دستگاه‌هایی که با آن‌ها وارد این حساب شده‌اید.',
  current: 'این دستگاه',
  seen: (when: string) => `آخرین فعالیت: ${when}`,
  since: (when: string) => `ورود: ${when}`,
  loading: 'در حال دریافت فهرست دستگاه‌ها',
  end: 'خروج',
  endOf: (name: string) => `خروج از ${name}`,
  ending: 'در حال خارج کردن دستگاه',
  endOthers: 'خروج از همهٔ دستگاه‌های دیگر',
  alone: 'جز این دستگاه، با دستگاه دیگری وارد نشده‌اید.',
  ended: (name: string) => `${name} از حساب خارج شد`,
  endedOthers: (count: number) =>
    count === 0 ? 'دستگاه دیگری وارد نشده بود' : `${formatNumber(count)} دستگاه از حساب خارج شد`,
  offline: 'فهرست دستگاه‌ها به اینترنت نیاز دارد.',
  failed: 'فهرست دستگاه‌ها دریافت نشد.',
} as const

export const telegramText = {
  link: 'ورود با تلگرام',
  title: 'پرده در تلگرام',
  entering: 'در حال ورود با تلگرام',
  failed: 'ورود با تلگرام انجام نشد',
  retry: 'تلاش دوباره',
  otherWay: 'ورود با ایمیل',
  framed: 'یک قدم تا پرده',
  framedNote: 'تلگرام وب اجازهٔ ورود در این قاب را نمی‌دهد. پرده را در پنجرهٔ خودش باز کنید؛ همان‌جا وارد می‌شوید.',
  openWindow: 'باز کردن در پنجرهٔ تازه',
  how: 'می‌توانید پرده را بدون گذرواژه از تلگرام باز کنید:',
  steps: [
    'در تلگرام ربات پرده را باز کنید.',
    'دکمهٔ «باز کردن برنامه» را بزنید.',
    'پرده همان‌جا باز می‌شود و شما وارد شده‌اید.',
  ],
  open: 'باز کردن در تلگرام',
  off: 'ورود با تلگرام راه‌اندازی نشده است.',
} as const
