import { formatNumber } from './format.ts'

/** Texts of marking films and episodes as watched. */
export const watchedText = {
  label: 'دیده‌ام',
  episode: (season: number, number: number) => `قسمت ${formatNumber(number)} از فصل ${formatNumber(season)} را دیده‌ام`,
  season: (number: number) => (number === 0 ? 'همهٔ ویژه‌ها را دیده‌ام' : `همهٔ فصل ${formatNumber(number)} را دیده‌ام`),
  seasonPressed: 'همه دیده شد',
  marked: (name: string) => `«${name}» به دیده‌شده‌ها افزوده شد`,
  unmarked: (name: string) => `«${name}» از دیده‌شده‌ها برداشته شد`,
} as const
