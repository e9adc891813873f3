import { formatDate, formatNumber, persianDigits } from './format.ts'

export const peopleText = {
  role: { actor: 'بازیگر', director: 'کارگردان' },
  roles: 'نقش',
  works: { actor: 'بازیگری', director: 'کارگردانی' },
  worksOf: (name: string) => `فیلم‌ها و سریال‌های ${name}`,
  about: (name: string) => `زندگی‌نامه، فیلم‌ها و سریال‌های ${name}.`,
  biography: 'زندگی‌نامه',
  particulars: 'مشخصات',
  born: 'تاریخ تولد',
  died: 'درگذشت',
  birthplace: 'محل تولد',
  comma: '، ',
  knownFor: 'شناخته‌شده با',
  nothing: 'هنوز اثری از این هنرمند در پرده نیست',
} as const

/**
 * A date of birth or death in both calendars, «۲۴ اسفند ۱۳۵۰ (۱۹۷۲ میلادی)»; for a year alone, «۱۹۷۲ میلادی»; undefined
 * without either.
 */
export function dayOfLife(day: string | null): string | undefined {
  const year = yearOf(day)
  if (day === null || year === undefined) return undefined
  const gregorian = `${persianDigits(year)} میلادی`
  const jalali = day.length > 4 ? formatDate(day) : ''
  return jalali === '' ? gregorian : `${jalali} (${gregorian})`
}

/** Age now or at death: «۵۳ ساله», «در ۸۱ سالگی»; marked as approximate when only years are known. `now` in ms. */
export function ageOf(born: string | null, died: string | null, now: number): string | undefined {
  const [from, until] = [yearOf(born), died === null ? new Date(now).getFullYear() : yearOf(died)]
  if (born === null || from === undefined || until === undefined) return undefined
  const end = died ?? localDay(now)
  const isExact = born.length > 4 && end.length > 4
  const years = until - from - (isExact && end.slice(5) < born.slice(5) ? 1 : 0)
  if (years < 0 || years > 130) return undefined
  const figure = `${isExact ? '' : 'حدود '}${formatNumber(years)}`
  return died === null ? `${figure} ساله` : `در ${figure} سالگی`
}

function yearOf(day: string | null): number | undefined {
  const [year] = /^\d{4}/.exec(day ?? '') ?? []
  return year === undefined ? undefined : Number(year)
}

function localDay(at: number): string {
  const day = new Date(at)
  const two = (figure: number) => String(figure).padStart(2, '0')
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`
}
