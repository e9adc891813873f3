import { formatBytes, formatNumber } from './format.ts'

/** Texts of the offline pack: the pages and pictures of the titles on the user's lists. */
export const packText = {
  title: 'بستهٔ آفلاین',
  note: 'صفحه و پوستر هر چه ذخیره کرده یا دیده‌اید روی این دستگاه می‌ماند و بی‌اینترنت باز می‌شود.',
  ready: (ready: number, total: number) => `${formatNumber(ready)} از ${formatNumber(total)} آمادهٔ آفلاین`,
  empty: 'چیزی که ذخیره کنید یا ببینید، برای آفلاین آماده می‌شود',
  size: (bytes: number) => `حدود ${formatBytes(bytes)}`,
  progress: 'پیشرفت آماده‌سازی آفلاین',
  hindrances: {
    paused: 'آماده‌سازی ایستاده است',
    never: 'آماده‌سازی خاموش است',
    'no wifi': 'منتظر Wi-Fi',
    full: 'حافظهٔ این دستگاه جا ندارد؛ با خالی شدن آن ادامه می‌یابد',
  },
  withoutPictures: 'بدون تصویر، چون صرفه‌جویی داده روشن است',
  pause: 'توقف',
  resume: 'ادامه',
  networks: 'آماده‌سازی روی کدام شبکه',
  network: { always: 'همیشه', wifi: 'فقط Wi-Fi', never: 'هیچ‌وقت' },
  notStored: 'ذخیره نشد؛ دوباره تلاش کنید',
} as const
