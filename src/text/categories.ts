import { formatNumber } from './format.ts'

export const categoriesText = {
  title: 'دسته‌بندی‌ها',
  about: 'همهٔ ژانرهای فیلم و سریال در پرده، از درام و کمدی تا علمی‌تخیلی و مستند.',
  count: (count: number) => `${formatNumber(count)} عنوان`,
  total: (count: number) => `${formatNumber(count)} ژانر`,
  nothing: 'هنوز ژانری در پرده نیست',
} as const
