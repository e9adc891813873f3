import { appText } from './app.ts'
import { formatBytes, formatNumber, formatRelative } from './format.ts'

/** Texts of the sync button and its sheet (docs/product.md#shell). */
export const syncText = {
  title: 'همگام‌سازی',
  now: 'همگام‌سازی',
  running: 'در حال همگام‌سازی',
  waiting: 'در انتظار ارسال',
  sending: 'در حال ارسال',
  failed: 'ارسال نشد',
  held: 'با نسخهٔ تازهٔ برنامه فرستاده می‌شود',
  retry: appText.retry,
  edit: 'ویرایش',
  copy: 'کپی متن',
  copied: 'متن کپی شد',
  quarantined: 'خوانده نشد و کنار گذاشته شد',
  asideNote: (count: number) => `${formatNumber(count)} مورد؛ بقیه آسیب ندیده‌اند`,
  asideExport: 'دریافت فایل',
  asideClear: 'حذف این موارد',
  retryAll: 'تلاش دوباره برای همه',
  discard: appText.discard,
  show: 'نمایش',
  online: 'متصل به سرور',
  disconnected: {
    offline: 'بدون اتصال؛ تغییرات روی این دستگاه می‌مانند',
    serverDown: 'سرور پرده پاسخ نمی‌دهد؛ تغییرات روی این دستگاه می‌مانند',
    portal: 'این شبکه می‌خواهد واردش شوید؛ تغییرات روی این دستگاه می‌مانند',
  },
  waitsFor: {
    offline: 'با وصل شدن اینترنت فرستاده می‌شود',
    serverDown: 'هر وقت سرور پاسخ دهد فرستاده می‌شود',
    portal: 'پس از ورود به شبکه فرستاده می‌شود',
  },
  never: 'هنوز همگام نشده است',
  once: 'زمان آخرین همگام‌سازی روشن نیست',
  allDone: 'همهٔ تغییرات شما فرستاده شده است',
  parked: 'نشست شما به پایان رسیده است',
  parkedIdle: 'برای همگام ماندن با دستگاه‌های دیگرتان دوباره وارد شوید.',
  parkedNote: 'تغییرات شما روی این دستگاه مانده‌اند؛ برای فرستادن آن‌ها دوباره وارد شوید.',
  login: 'ورود',
  storage: 'فضای این دستگاه',
  persisted: 'مرورگر داده‌های شما را خودبه‌خود پاک نمی‌کند',
  notPersisted: 'مرورگر ممکن است هنگام کمبود فضا داده‌ها را پاک کند',
  unanswered: (times: number) => `${formatNumber(times)} بار تلاش شد و پاسخی نیامد؛ دوباره فرستاده می‌شود`,
  tried: (times: number) => `${formatNumber(times)} بار فرستاده شد؛ دوباره فرستاده می‌شود`,
  journal: 'رویدادهای همگام‌سازی',
  journalHide: 'بستن رویدادها',
  journalEmpty: 'هنوز رویدادی نیست',
  journalCopy: 'کپی برای پشتیبانی',
  journalCopied: 'رویدادها کپی شد',
  notDone: 'انجام نشد؛ کمی بعد دوباره امتحان کنید',
  syncedAt: (when: number, now: number) => `آخرین همگام‌سازی: ${formatRelative(when, now)}`,
  storageUsed: (used: number, quota: number) => `${formatBytes(used)} از ${formatBytes(quota)}`,
  more: (count: number) => `و ${formatNumber(count)} تغییر دیگر`,
  failedNotice: (what: string, why: string) => `${what}: ${why}`,
} as const

/** Storage problems of this device, shown above every screen. */
export const storageTroubleText: Record<'unsaved' | 'stuck' | 'full' | 'noSpace' | 'blocked', string> = {
  unsaved: 'حافظهٔ مرورگر باز نمی‌شود؛ تغییرات تازه ذخیره نمی‌شوند. این برگه را نبندید',
  stuck: 'حافظهٔ مرورگر پاسخ نمی‌دهد؛ دوباره تلاش می‌کنیم. اگر ادامه داشت، مرورگر را ببندید و باز کنید',
  full: 'حافظهٔ این دستگاه پر است؛ آخرین تغییر شما ذخیره نشد',
  noSpace: 'حافظهٔ این دستگاه پر است؛ برنامه نمی‌تواند دادهٔ تازه ذخیره کند',
  blocked: 'نسخهٔ قدیمی‌تر برنامه در برگهٔ دیگری باز است؛ آن برگه را ببندید',
}

/** The button's accessible name: its action and what its colour and badge show. */
export function syncLabel({
  waiting,
  failed,
  sending,
  parked,
}: {
  waiting: number
  failed: number
  sending: boolean
  parked: boolean
}): string {
  const parts: string[] = [syncText.title]
  if (sending) parts.push(syncText.sending)
  if (waiting > 0) parts.push(`${formatNumber(waiting)} تغییر در انتظار`)
  if (failed > 0) parts.push(`${formatNumber(failed)} تغییر ارسال نشد`)
  if (parked) parts.push(syncText.parked)
  return parts.join('، ')
}
