import { percentWords, splitRating } from './titleFacts.ts'

/** Words around titles, wherever they are shown. */
export const titlesText = {
  save: 'ذخیره',
  like: 'پسندیدن',
  pending: 'در انتظار ارسال',
  share: 'اشتراک‌گذاری',
  linkCopied: 'پیوند کپی شد',
  notCopied: 'پیوند کپی نشد',
  notKept: 'این دستگاه جا ندارد؛ تغییر شما ثبت نشد',
  dubbed: 'دوبله',
  subtitled: 'زیرنویس',
  isNew: 'تازه',
  movie: 'فیلم',
  series: 'سریال',
  unseen: 'این صفحه هنوز روی دستگاه شما ذخیره نشده است',
  openAnyway: 'باز کردن',
} as const

export const ratingText = {
  imdb: (rating: number) => `امتیاز IMDb: ${Object.values(splitRating(rating)).join('')} از ۱۰`,
  tomatoes: (meter: number, status: 'fresh' | 'rotten' | 'certified') =>
    `گوجه‌سنج: ${percentWords(meter)}، ${tomatoStatus[status]}`,
}

const tomatoStatus = { fresh: 'تازه', rotten: 'گندیده', certified: 'تازه با تأیید منتقدان' } as const

export { tomatoStatus }

/** The screens with filters and a grid. */
export const browseText = {
  loading: 'در حال بارگذاری',
  type: { all: 'همه', movie: 'فیلم', series: 'سریال' },
  typeLabel: 'نوع',
  order: { newest: 'تازه‌ترین', votes: 'پربازدیدترین', rating: 'بالاترین امتیاز', year: 'سال ساخت' },
  orderLabel: 'ترتیب',
  genreLabel: 'ژانر',
  allGenres: 'همهٔ ژانرها',
  dubbed: 'دوبله',
  filters: 'صافی‌ها',
  clearFilters: 'پاک کردن صافی‌ها',
  empty: 'عنوانی با این صافی‌ها پیدا نشد',
  emptyGenre: 'هنوز عنوانی در این ژانر نیست',
  grid: 'عنوان‌ها',
} as const
