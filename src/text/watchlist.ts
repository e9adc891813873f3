import { formatNumber } from './format.ts'

export const watchlistText = {
  title: 'ذخیره‌شده‌ها',
  list: 'عنوان‌های ذخیره‌شده',
  loading: 'در حال بارگذاری',
  count: (shown: number, all: number) =>
    shown === all ? `${formatNumber(all)} عنوان` : `${formatNumber(shown)} از ${formatNumber(all)} عنوان`,

  search: 'جستجو در ذخیره‌شده‌ها',
  clearSearch: 'پاک کردن جستجو',
  typeLabel: 'نوع',
  type: { all: 'همه', movie: 'فیلم', series: 'سریال' },
  sortLabel: 'ترتیب',
  sort: { saved: 'زمان ذخیره', year: 'سال ساخت', rating: 'امتیاز', name: 'نام' },
  lookLabel: 'نمایش',
  look: { grid: 'شبکه‌ای', list: 'فهرستی' },

  remove: (name: string) => `حذف «${name}» از ذخیره‌شده‌ها`,
  removed: (name: string) => `«${name}» از ذخیره‌شده‌ها حذف شد`,
  restored: (name: string) => `«${name}» بازگشت`,
  savedAt: (when: string) => `ذخیره: ${when}`,

  guest: 'فهرست شما پشت همین پرده است',
  guestNote: 'وارد شوید تا عنوان‌های ذخیره‌شده‌تان را ببینید.',
  empty: 'هنوز چیزی ذخیره نکرده‌اید',
  emptyNote: 'هر فیلم یا سریالی را که ذخیره کنید اینجا می‌ماند؛ بدون اینترنت هم.',
  browse: 'مرور فیلم‌ها',
  unseen: 'فهرست شما هنوز روی این دستگاه نیست',
  unseenNote: 'با اولین اتصال به اینترنت دریافت می‌شود و از آن پس همیشه در دسترس است.',
  failed: 'فهرست شما دریافت نشد',
  noMatch: 'متأسفانه موردی یافت نشد',
  noMatchNote: 'با این جستجو و فیلترها چیزی میان ذخیره‌شده‌ها نیست.',
  clearFilters: 'پاک کردن فیلترها',
} as const
