import { formatNumber } from './format.ts'

/** Texts of notifications (docs/product.md#notifications). */
export const notificationText = {
  title: 'اعلان‌ها',
  fresh: 'تازه',
  earlier: 'پیش‌تر',
  unread: 'خوانده‌نشده',
  count: (unread: number) => (unread === 0 ? 'همه را خوانده‌اید' : `${formatNumber(unread)} اعلان خوانده‌نشده`),
  badge: (unread: number) => `${formatNumber(unread)} اعلان تازه`,
  readAll: 'همه را خواندم',
  more: 'اعلان‌های قدیمی‌تر',
  loading: 'در حال بارگذاری',

  guest: 'اعلان‌های شما پشت همین پرده است',
  guestNote: 'وارد شوید تا خبرهای عنوان‌ها و درخواست‌هایتان را ببینید.',
  empty: 'هنوز خبری نیست',
  emptyNote: 'از پاسخ درخواست‌ها، قسمت‌های تازه و دوبله شدن عنوان‌های ذخیره‌شده‌تان اینجا باخبر می‌شوید.',
  unseen: 'اعلان‌های شما هنوز روی این دستگاه نیست',
  unseenNote: 'با اولین اتصال به اینترنت دریافت می‌شود و از آن پس همیشه در دسترس است.',
  failed: 'اعلان‌های شما دریافت نشد',
} as const
