import { appText } from './app.ts'

/** Texts of error and not-found screens. */
export const failureText = {
  /** for failures without a sentence from the server (docs/specification.md, section 8) */
  default: appText.failed,
  retry: appText.retry,
  home: 'رفتن به خانه',
  /** before the id under which the server logged a failure */
  requestId: 'کد پیگیری:',
} as const

export const notFoundText = {
  title: 'صفحه پیدا نشد',
  note: 'نشانی اشتباه است یا این صفحه دیگر وجود ندارد.',
} as const

export const errorText = {
  title: 'خطایی رخ داد',
  note: 'چیزی از دست نرفته است: ذخیره‌شده‌ها و تغییرات شما روی این دستگاه مانده‌اند.',
  reload: 'بارگذاری دوباره',
  /** a chunk of the app could not be loaded */
  missingPart: 'این بخش هنوز روی دستگاه شما ذخیره نشده است',
  missingPartNote: 'با وصل شدن اینترنت باز می‌شود.',
} as const
