import { formatBytes, formatNumber } from './format.ts'

/** Texts of «روی این دستگاه»: everything that opens offline, and its size. */
export const onDeviceText = {
  title: 'روی این دستگاه',
  note: 'هر چه اینجاست بدون اینترنت هم باز می‌شود.',
  offlineNote: 'اینترنت نیست، ولی هر چه اینجاست باز می‌شود.',
  titles: 'عنوان‌های دیده‌شده',
  more: 'نمایش بیشتر',
  people: 'اشخاص',
  collections: 'مجموعه‌ها',
  genres: 'ژانرها',
  lists: 'فهرست‌ها',
  listNames: {
    home: 'خانه',
    series: 'سریال‌ها',
    dubbed: 'دوبله',
    categories: 'دسته‌بندی‌ها',
    collections: 'همهٔ مجموعه‌ها',
    comingSoon: 'به‌زودی',
    plans: 'اشتراک‌ها',
  },
  searches: 'جستجوها',
  plans: 'اشتراک‌ها',
  empty: 'هنوز چیزی روی این دستگاه نیست',
  emptyNote: 'هر صفحه‌ای که باز کنید اینجا می‌ماند تا بدون اینترنت هم دیده شود.',
  browse: 'دیدن فیلم‌ها و سریال‌ها',
  count: (count: number) => `${formatNumber(count)} عنوان`,

  storage: 'فضای این دستگاه',
  about: (bytes: number) => (bytes === 0 ? 'خالی' : formatBytes(bytes)),
  used: (used: number, quota: number | undefined) =>
    quota === undefined ? formatBytes(used) : `${formatBytes(used)} از ${formatBytes(quota)}`,
  kinds: {
    downloads: 'فیلم‌های دانلودشده',
    pack: 'آمادهٔ آفلاین',
    pictures: 'پوسترها و تصاویر',
    seen: 'صفحه‌های دیده‌شده',
    mine: 'فهرست‌ها و تغییرات من',
    app: 'خود برنامه',
  },
  /** indexes and other data of the browser itself */
  otherKind: 'سهم خود مرورگر',
  clear: 'پاک کردن',
  clearKind: (kind: string) => `پاک کردن ${kind}`,
  sure: 'پاک شود؟',
  sureKind: (kind: string) => `${kind} پاک شود؟`,
  cleared: (kind: string) => `${kind} پاک شد`,
  notCleared: 'پاک نشد؛ دوباره تلاش کنید',
} as const
