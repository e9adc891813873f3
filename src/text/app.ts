/** Words that belong to the app as a whole. */
export const appText = {
  name: 'پرده',
  /** what stands in the browser's tab */
  title: (page: string) => (page === '' || page === 'پرده' ? 'پرده' : `${page} | پرده`),
  skip: 'پرش به محتوا',
  offline: 'اتصال اینترنت برقرار نیست؛ تغییرات شما ذخیره می‌شود',
  /** somebody else answers in the server's place */
  portal: 'این شبکه می‌خواهد واردش شوید؛ تغییرات شما ذخیره می‌شود',
  portalOpen: 'ورود به شبکه',
  onDevice: 'روی این دستگاه',
  checking: 'در حال بررسی اتصال',
  back: 'بازگشت',
  updated: 'نسخهٔ تازه نصب شد',
  failed: 'مشکلی در انجام فرایند پیش آمده است',
  retry: 'تلاش دوباره',
  discard: 'صرف‌نظر',
  undo: 'بازگردانی',
  close: 'بستن',
  noScript: 'برای دیدن «پرده» جاوااسکریپت را در مرورگر خود روشن کنید.',
  loading: 'در حال بارگذاری…',
  copyright: (year: string) => `© ${year} پرده`,
  saver: 'صرفه‌جویی در مصرف اینترنت',
  saverNote: 'تصویرهای کوچک‌تر؛ چیزی خودبه‌خود پخش یا پیش‌بارگذاری نمی‌شود',
  about: 'پرده: مرور فیلم و سریال، حتی وقتی اینترنت نیست',
  motto: 'فیلم و سریال، حتی وقتی اینترنت نیست',
} as const
