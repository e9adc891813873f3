import { formatNumber } from './format.ts'

/** Texts of the screenshots (docs/product.md#screens). */
export const screenshotsText = {
  title: (name: string) => `تصاویر ${name}`,
  unnamed: 'تصاویر',
  loading: 'در حال دریافت تصاویر',
  list: 'تصاویر',
  shot: (number: number, of: number) => `تصویر ${formatNumber(number)} از ${formatNumber(of)}`,
  shotOf: (number: number, name: string) => `تصویر ${formatNumber(number)} از «${name}»`,
  count: (count: number) => `${formatNumber(count)} تصویر`,
  none: 'هنوز تصویری از این عنوان نیست',
  toTitle: 'بازگشت به صفحهٔ عنوان',
  counter: (number: number, of: number) => `${formatNumber(number)} از ${formatNumber(of)}`,
  lightbox: 'تصویر بزرگ',
  gallery: 'تصاویر',
  carousel: 'نمایش تصویر',
  slide: 'تصویر',
  /** For the lightbox; each picture has its own numbered name. */
  slideOf: (name: string) => `از «${name}»`,
  next: 'بعدی',
  previous: 'قبلی',
  close: 'بستن',
  zoomIn: 'بزرگ‌تر',
  zoomOut: 'کوچک‌تر',
  share: 'اشتراک‌گذاری این تصویر',
} as const
