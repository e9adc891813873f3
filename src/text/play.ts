import { formatNumber, persianDigits } from './format.ts'

/** Words of the ways to what is played (product page, section 1). */
export const playText = {
  play: 'پخش',
  resume: 'ادامهٔ پخش',
  trailer: 'پیش‌پرده',
  downloads: 'دانلود',
  screenshots: 'تصاویر',
  playOf: (name: string) => `پخش ${name}`,
  resumeOf: (name: string) => `ادامهٔ پخش ${name}`,
  /** «فصل ۲، قسمت ۵» */
  episode: (season: number, number: number) => `فصل ${formatNumber(season)}، قسمت ${persianDigits(number)}`,
  /** «از ۱:۰۲:۰۳» */
  from: (seconds: number) => `از ${playTime(seconds)}`,
  offline: 'برای پخش به اینترنت نیاز است؛ این روی دستگاه شما نگه داشته نشده',
} as const

/** «۱:۰۲:۰۳» of so many seconds; without hours «۲:۰۳». */
export function playTime(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  const two = (value: number) => String(value).padStart(2, '0')
  return persianDigits(hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`)
}
