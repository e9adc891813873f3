import { formatNumber } from './format.ts'

/** Texts of the search menu (docs/product.md#search). */
export const searchText = {
  open: 'جستجو',
  placeholder: 'جستجوی فیلم، سریال، بازیگر…',
  close: 'بستن جستجو',
  clear: 'پاک کردن',
  go: 'جستجو',
  tabs: 'نوع نتیجه',
  titles: 'عنوان‌ها',
  people: 'اشخاص',
  results: 'نتایج جستجو',
  more: 'نمایش نتایج بیشتر',
  nothing: 'متاسفانه موردی یافت نشد',
  request: (query: string) => `درخواست «${query}»`,
  /** no title was found, but people were */
  showPeople: (count: number) => `${formatNumber(count)} نفر در بخش اشخاص`,
  tooShort: 'دست‌کم دو حرف بنویسید',
  searching: 'در حال جستجو…',
  /** the server is unreachable and the results are from this device */
  seen: 'بدون اتصال؛ از میان آنچه پیش‌تر دیده‌اید',
  nothingSeen: 'در میان آنچه پیش‌تر دیده‌اید موردی یافت نشد',
  recent: 'جستجوهای اخیر',
  forget: 'پاک کردن همه',
  forgetOne: (text: string) => `پاک کردن «${text}»`,
  bestStarred: 'بهترین بازی',
  bestDirected: 'بهترین کارگردانی',
  actor: 'بازیگر',
  director: 'کارگردان',
  found: (count: number) => (count === 0 ? 'نتیجه‌ای نیست' : `${formatNumber(count)} نتیجه`),
  foundSeen: (count: number) => `${formatNumber(count)} نتیجه از میان آنچه پیش‌تر دیده‌اید`,
} as const
