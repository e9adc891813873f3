import { formatBytes, formatNumber } from './format.ts'

/** Words of «روی این دستگاه»: everything that opens without a network, and what it takes. */
export const onDeviceText = {
  title: 'روی این دستگاه',
  note: 'هر چه اینجاست بی‌اینترنت هم باز می‌شود.',
  offlineNote: 'اینترنت نیست، ولی هر چه اینجاست باز می‌شود.',
  titles: 'عنوان‌های دیده‌شده',
  more: 'نمایش بیشتر',
  people: 'اشخاص',
  collections: 'مجموعه‌ها',
  genres: 'ژانرها',
  lists: 'فهرست‌ها',
  listNames: {
    '/': 'خانه',
    '/tv': 'سریال‌ها',
    '/categories': 'دسته‌بندی‌ها',
    '/collections': 'همهٔ مجموعه‌ها',
    '/comingsoon': 'به‌زودی',
    '/contact': 'پشتیبانی',
    '/premium/plans': 'اشتراک‌ها',
  },
  empty: 'هنوز چیزی روی این دستگاه نیست',
  emptyNote: 'هر صفحه‌ای که باز کنید اینجا می‌ماند تا بی‌اینترنت هم دیده شود.',
  browse: 'دیدن فیلم‌ها و سریال‌ها',
  count: (count: number) => `${formatNumber(count)} عنوان`,

  storage: 'فضای این دستگاه',
  about: (bytes: number) => (bytes === 0 ? 'خالی' : formatBytes(bytes)),
  used: (used: number, quota: number) => `${formatBytes(used)} از ${formatBytes(quota)}`,
  kinds: {
    downloads: 'فیلم‌های دانلودشده',
    pictures: 'پوسترها و تصویرها',
    seen: 'صفحه‌های دیده‌شده',
    mine: 'فهرست‌ها و تغییرهای من',
    app: 'خود برنامه',
  },
  clear: 'پاک کردن',
  clearKind: (kind: string) => `پاک کردن ${kind}`,
  sure: 'پاک شود؟',
  sureKind: (kind: string) => `${kind} پاک شود؟`,
  cleared: (kind: string) => `${kind} پاک شد`,
  notCleared: 'پاک نشد؛ دوباره تلاش کنید',
} as const
