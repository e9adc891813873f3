import { clockTime, formatNumber, persianDigits } from './format.ts'

/** Texts of play buttons (docs/product.md#labels). */
export const playText = {
  play: 'پخش',
  resume: 'ادامهٔ پخش',
  premiumOnly: 'ویژهٔ مشترکان',
  lockedOf: (name: string) => `پخش ${name}، ویژهٔ مشترکان`,
  trailer: 'پیش‌پرده',
  downloads: 'دریافت فایل',
  screenshots: 'تصاویر',
  playOf: (name: string) => `پخش ${name}`,
  resumeOf: (name: string) => `ادامهٔ پخش ${name}`,
  /** «فصل ۲، قسمت ۵» */
  episode: (season: number, number: number) => `فصل ${formatNumber(season)}، قسمت ${persianDigits(number)}`,
  /** «از ۱:۰۲:۰۳» */
  from: (seconds: number) => `از ${clockTime(seconds)}`,
  noFilm: 'برای این عنوان هنوز فیلمی اضافه نشده است',
  offline: 'برای پخش به اینترنت نیاز است؛ این عنوان روی دستگاه شما دانلود نشده است',
  trailerOffline: 'پیش‌پرده فقط با اینترنت پخش می‌شود',
} as const
