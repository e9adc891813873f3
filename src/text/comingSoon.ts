import { formatNumber } from './format.ts'

export const comingSoonText = {
  title: 'به‌زودی',
  about: 'فیلم‌ها و سریال‌هایی که در راه‌اند، به ترتیب تاریخ انتشار.',
  note: 'هر کدام را که منتظرش هستید ذخیره کنید؛ روز انتشار خبرتان می‌کنیم.',
  calendar: 'تقویم من',
  notify: 'خبرم کن',
  notified: 'خبرتان می‌کنیم',
  noDay: 'تاریخ انتشار نامشخص',
  filters: 'فیلترها',
  type: { all: 'همه', movie: 'فیلم', series: 'سریال' },
  typeLabel: 'نوع',
  released: 'همین روزها',
  nothing: 'فعلاً چیزی در راه نیست',
  nothingOf: { all: '', movie: 'فیلم تازه‌ای در راه نیست', series: 'سریال تازه‌ای در راه نیست' },
  all: 'دیدن همه',
} as const

/** Calendar days until an ISO date: «امروز», «فردا», «۱۲ روز مانده». */
export function daysLeft(day: string, now: number): string {
  const noon = new Date(`${day.slice(0, 10)}T12:00:00`).getTime()
  const today = new Date(now).setHours(12, 0, 0, 0)
  const days = Math.round((noon - today) / 86_400_000)
  if (Number.isNaN(days) || days < 0) return comingSoonText.released
  if (days === 0) return 'امروز'
  return days === 1 ? 'فردا' : `${formatNumber(days)} روز مانده`
}
