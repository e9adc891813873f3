import { appText } from './app.ts'

/** Words of screens that stand where another should be. */
export const failureText = {
  /** when the server gave no sentence of its own (specification, section 8) */
  default: appText.failed,
  retry: appText.retry,
  home: 'رفتن به خانه',
} as const

export const notFoundText = {
  title: 'صفحه پیدا نشد',
  note: 'نشانی را اشتباه آمده‌اید، یا این صفحه دیگر نیست.',
} as const

export const errorText = {
  title: 'خطایی رخ داد',
  note: 'چیزی از دست نرفته است: ذخیره‌ها و تغییرهای شما روی این دستگاه مانده‌اند.',
  reload: 'بارگذاری دوباره',
  /** a part of the app itself that never came over the network */
  missingPart: 'این بخش هنوز روی دستگاه شما ذخیره نشده است',
  missingPartNote: 'با وصل شدن اینترنت باز می‌شود.',
} as const
