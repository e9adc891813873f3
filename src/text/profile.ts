import { formatNumber } from './format.ts'

/** Texts of the screens that change the name and the e-mail address. */
export const profileText = {
  title: 'نام و ایمیل',
  note: 'نام شما کنار نظرهایتان دیده می‌شود؛ با ایمیل وارد حساب می‌شوید.',
  noteWithoutEmail: 'نام شما کنار نظرهایتان دیده می‌شود. با افزودن ایمیل می‌توانید بیرون از تلگرام هم وارد حساب شوید.',
  offline: 'تغییر نام و ایمیل به اینترنت نیاز دارد.',
  password: 'تغییر گذرواژه',
  deletion: 'حذف حساب',
  deletionNote: 'حساب و همهٔ داده‌های آن برای همیشه حذف می‌شود؛ این کار برگشت ندارد.',
  deletionOpen: 'حذف حساب…',
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

export const confirmText = {
  title: 'تأیید ایمیل',
  confirming: 'در حال تأیید ایمیل',
  done: 'ایمیل شما عوض شد',
  failed: 'ایمیل عوض نشد',
  retry: 'تلاش دوباره',
  newLink: 'گرفتن پیوند تازه',
  home: 'رفتن به پرده',
} as const
