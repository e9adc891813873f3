import { formatNumber } from './format.ts'
import { browseText } from './titles.ts'

export const collectionsText = {
  title: 'مجموعه‌ها',
  about: 'مجموعه‌های فیلم و سریال: دنباله‌ها، برندگان جایزه‌ها، کارگردان‌ها و گزیده‌ها.',
  kind: 'مجموعه',
  count: (count: number) => `${formatNumber(count)} عنوان`,
  total: (count: number) => `${formatNumber(count)} مجموعه`,
  order: { own: 'ترتیب تماشا', ...browseText.order },
  description: 'دربارهٔ مجموعه',
  titles: 'عنوان‌های این مجموعه',
  nothing: 'هنوز مجموعه‌ای در پرده نیست',
  nothingIn: 'این مجموعه هنوز خالی است',
  all: 'همهٔ مجموعه‌ها',
} as const
