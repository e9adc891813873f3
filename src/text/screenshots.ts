import { formatNumber } from './format.ts'

/** Words of the pictures out of a title (product page, section 3). */
export const screenshotsText = {
  title: (name: string) => `تصاویر ${name}`,
  unnamed: 'تصاویر',
  loading: 'در حال آوردن تصویرها',
  list: 'تصویرها',
  shot: (number: number, of: number) => `تصویر ${formatNumber(number)} از ${formatNumber(of)}`,
  shotOf: (number: number, name: string) => `تصویر ${formatNumber(number)} از «${name}»`,
  count: (count: number) => `${formatNumber(count)} تصویر`,
  none: 'هنوز تصویری از این عنوان نیست',
  toTitle: 'بازگشت به صفحهٔ عنوان',
  counter: (number: number, of: number) => `${formatNumber(number)} از ${formatNumber(of)}`,
  lightbox: 'تصویر بزرگ',
  gallery: 'تصویرها',
  carousel: 'نمایش تصویر',
  slide: 'تصویر',
  /** Of the frame around a picture, which is named by its own number. */
  slideOf: (name: string) => `از «${name}»`,
  next: 'بعدی',
  previous: 'قبلی',
  close: 'بستن',
  zoomIn: 'بزرگ‌تر',
  zoomOut: 'کوچک‌تر',
  share: 'اشتراک‌گذاری این تصویر',
} as const
