import { formatNumber, formatRange, persianDigits } from './format.ts'
import { percentWords, splitRating, yearWords } from './titleFacts.ts'

/** Texts around titles, shared by all screens. */
export const titlesText = {
  save: 'ذخیره',
  saved: 'ذخیره شد',
  like: 'پسندیدن',
  liked: 'پسندیدید',
  pending: 'در انتظار ارسال',
  share: 'اشتراک‌گذاری',
  linkCopied: 'پیوند کپی شد',
  notCopied: 'پیوند کپی نشد؛ آن را از نوار نشانی مرورگر کپی کنید',
  notSaved: 'حافظهٔ این دستگاه پر است؛ این تغییر ثبت نشد',
  dubbed: 'دوبله',
  subtitled: 'زیرنویس فارسی',
  isNew: 'تازه',
  notReady: 'آفلاین آماده نیست',
  premium: 'ویژه',
  movie: 'فیلم',
  series: 'سریال',
  openAnyway: 'باز کردن',
} as const

/** States of a read. */
export const readText = {
  loading: 'در حال بارگذاری',
  slow: 'پاسخ سرور دیر شده است؛ هنوز منتظریم',
  onDevice: 'آنچه روی این دستگاه است',
  unseen: 'این صفحه هنوز روی دستگاه شما ذخیره نشده است',
  unseenNote: 'با وصل شدن اینترنت خودش باز می‌شود؛ آنچه یک بار دیده باشید بدون اینترنت هم می‌ماند.',
  age: (when: string | undefined) => (when === undefined ? 'نسخهٔ ذخیره‌شده' : `نسخهٔ ذخیره‌شدهٔ ${when}`),
} as const

export const tomatoStatusText = { fresh: 'نظر مثبت', rotten: 'نظر منفی', certified: 'نظر بسیار مثبت' } as const

export const ratingText = {
  imdb: (rating: number) => `امتیاز IMDb: ${Object.values(splitRating(rating)).join('')} از ۱۰`,
  tomatoes: (meter: number, status: keyof typeof tomatoStatusText) =>
    `راتن تومیتوز: ${percentWords(meter)}، ${tomatoStatusText[status]}`,
} as const

export const pagerText = {
  label: 'صفحه‌بندی',
  previous: 'صفحهٔ قبلی',
  next: 'صفحهٔ بعدی',
  page: (page: number) => `صفحهٔ ${formatNumber(page)}`,
  number: (page: number) => formatNumber(page),
  range: (from: number, to: number, total: number) => formatRange(from, to, total),
} as const

export const slideshowText = {
  label: 'پیشنهادهای پرده',
  kind: 'نمایش اسلاید',
  slideKind: 'اسلاید',
  slide: (at: number, of: number) => `${formatNumber(at)} از ${formatNumber(of)}`,
  next: 'بعدی',
  previous: 'قبلی',
  play: 'پخش خودکار',
  pause: 'توقف پخش خودکار',
  details: 'جزئیات',
} as const

/** The screens with filters and a grid. */
export const browseText = {
  home: 'خانه',
  continues: 'ادامهٔ تماشا',
  rows: {
    fresh: 'تازه‌ها',
    dubbed: 'دوبله‌های تازه',
    collections: 'مجموعه‌ها',
    coming: 'به‌زودی',
    saved: (name: string) => `چون «${name}» را ذخیره کرده‌اید`,
  },
  all: 'دیدن همه',
  allOf: (row: string) => `دیدن همه: ${row}`,
  seriesTitle: 'سریال‌ها',
  seriesAbout: 'فهرست سریال‌های ایران و جهان با امتیاز، خلاصهٔ داستان، فصل‌ها و قسمت‌ها.',
  genreAbout: (genre: string) => `بهترین فیلم‌ها و سریال‌های ژانر ${genre} با امتیاز، خلاصهٔ داستان و بازیگران.`,
  type: { all: 'همه', movie: 'فیلم', series: 'سریال' },
  typeLabel: 'نوع',
  order: { newest: 'تازه‌ترین', votes: 'پررأی‌ترین', rating: 'بالاترین امتیاز', year: 'سال ساخت' },
  orderLabel: 'ترتیب',
  genreLabel: 'ژانر',
  allGenres: 'همهٔ ژانرها',
  dubbed: 'دوبله',
  filters: 'فیلترها',
  clearFilters: 'پاک کردن فیلترها',
  total: (total: number) => `${formatNumber(total)} عنوان`,
  results: 'نتیجهٔ جستجو',
  resultsOf: (q: string) => `نتیجهٔ جستجو: ${q}`,
  clearQuery: 'پاک کردن جستجو',
  nearestOnly: 'نزدیک‌ترین نتیجه‌ها همین‌ها هستند. اگر عنوان شما میانشان نیست، واژهٔ دیگری از نامش را هم بنویسید.',
  nothing: 'متاسفانه موردی یافت نشد',
  noTitles: 'عنوانی با این نام نیست',
  people: 'اشخاص',
  nothingNote: 'نام انگلیسی یا بخشی از نام را امتحان کنید، یا در همهٔ عنوان‌ها بگردید.',
  nothingFiltered: 'با این فیلترها چیزی در پرده نیست.',
  list: 'عنوان‌ها',
  request: 'درخواست این عنوان',
  browseAll: 'دیدن همهٔ عنوان‌ها',
  searchAll: 'جستجو بدون فیلتر',
  instead: 'پررأی‌ترین عنوان‌های پرده',
  shortQuery: 'برای جستجو دست‌کم دو حرف بنویسید',
  seenOnly: 'اتصال برقرار نیست؛ این‌ها از میان عنوان‌هایی است که روی این دستگاه دیده شده‌اند',
} as const

/** Describes what a view lists: «فیلم‌ها و سریال‌ها», «سریال‌های دوبلهٔ جنایی». */
export function listTitle({
  type,
  dubbed,
  genre,
}: {
  type: 'all' | 'movie' | 'series'
  dubbed: boolean
  genre?: string | undefined
}): string {
  const kind = { all: 'فیلم‌ها و سریال', movie: 'فیلم', series: 'سریال' }[type]
  const marks = [dubbed && 'دوبله', genre].filter((mark) => typeof mark === 'string')
  if (marks.length === 0) return `${kind}‌ها`
  // The kasra between a noun and its attribute is not written; a silent he takes a sign for it.
  return [`${kind}‌های`, ...marks.map((mark, at) => (at < marks.length - 1 ? mark.replace(/ه$/, 'هٔ') : mark))].join(' ')
}

export const titleText = {
  year: (year: number | null) => yearWords(year),
  synopsis: 'داستان',
  more: 'بیشتر',
  less: 'کمتر',
  released: 'نخستین نمایش',
  episodeRuntime: 'مدت هر قسمت',
  ageRating: 'ردهٔ سنی',
  countries: 'کشور سازنده',
  languages: 'زبان',
  credits: 'کارگردان و بازیگران',
  director: 'کارگردان',
  role: (character: string) => `در نقش ${character}`,
  collection: (name: string) => `مجموعهٔ ${name}`,
  wholeCollection: 'همهٔ مجموعه',
  watched: 'دیده‌اید',
  watchedPart: (part: number) => `${formatNumber(Math.round(part * 100))}٪ دیده شده`,
  seasons: 'فصل‌ها و قسمت‌ها',
  season: (number: number) => `فصل ${formatNumber(number)}`,
  episode: (number: number) => `قسمت ${persianDigits(number)}`,
  allEpisodes: (count: number) => `همهٔ ${formatNumber(count)} قسمت`,
  similar: 'عنوان‌های مشابه',
  /** Description of a title for link previews before its data is known. */
  about: ({
    type,
    titleFa,
    titleEn,
    year,
  }: {
    type: 'movie' | 'series'
    titleFa: string
    titleEn: string
    year: number | null
  }) => `${titlesText[type]} ${titleFa || titleEn}${year === null ? '' : `، ${persianDigits(year)}`}`,
  byDirector: 'آثار دیگر کارگردان',
  others: (director: string) => `آثار دیگر ${director}`,
  version: 'نسخه',
  originalVersion: 'نسخهٔ اصلی',
  dubbedVersion: 'نسخهٔ دوبله',
  critics: 'منتقدان',
  likes: (words: string) => `${words} پسند`,
} as const
