import { formatBytes, formatNumber, persianDigits } from './format.ts'
import { factsLine } from './titleFacts.ts'

/** Words of the files of a title (product page, section 3). */
export const filesText = {
  title: (name: string) => `دانلود ${name}`,
  unnamed: 'دانلود',
  about: (name: string) => `همهٔ نسخه‌های ${name} برای پخش و دانلود: کیفیت، زبان و حجم هر کدام.`,
  loading: 'در حال آوردن فایل‌ها',
  back: (name: string) => `صفحهٔ «${name}»`,
  filters: 'فیلتر نسخه‌ها',
  languageLabel: 'زبان',
  qualityLabel: 'کیفیت',
  all: 'همه',
  allQualities: 'همهٔ کیفیت‌ها',
  language: { dubbed: 'دوبله', subtitled: 'زیرنویس', original: 'زبان اصلی' },
  languageLong: { dubbed: 'دوبلهٔ فارسی', subtitled: 'زیرنویس فارسی', original: 'زبان اصلی' },
  quality: (quality: string) => persianDigits(quality),
  seasons: 'فصل‌ها',
  season: (number: number | null) =>
    number === null ? 'فایل‌های دیگر' : number === 0 ? 'ویژه‌ها' : `فصل ${formatNumber(number)}`,
  episode: (number: number) => `قسمت ${persianDigits(number)}`,
  versions: (count: number) => `${formatNumber(count)} نسخه`,
  versionsOf: (name: string) => `نسخه‌های ${name}`,
  watched: 'دیده‌اید',
  seasonWatched: (seen: number, all: number) =>
    seen === all ? 'این فصل را تا پایان دیده‌اید' : `${formatNumber(seen)} از ${formatNumber(all)} قسمت را دیده‌اید`,
  size: (bytes: number) => formatBytes(bytes),
  facts: factsLine,
  /** What a version is called where its row is not seen: «۱۰۸۰p، دوبلهٔ فارسی» */
  version: (quality: string, language: string, episode: string | undefined) =>
    [episode, persianDigits(quality), language].filter(Boolean).join('، '),
  play: (version: string) => `پخش ${version}`,
  download: (version: string) => `دانلود ${version}`,
  copy: (version: string) => `کپی پیوند ${version}`,
  copyAll: (count: number) => `کپی همهٔ ${formatNumber(count)} پیوند`,
  copySeason: (count: number, season: string) => `کپی ${formatNumber(count)} پیوند ${season}`,
  copied: 'پیوند دانلود کپی شد؛ تا چند ساعت کار می‌کند',
  copiedMany: (count: number) => `${formatNumber(count)} پیوند کپی شد؛ تا چند ساعت کار می‌کنند`,
  notCopied: 'مرورگر اجازهٔ کپی نداد؛ پیوند را از دکمهٔ دانلود بردارید',
  locked: (version: string) => `${version} ویژهٔ مشترکان است؛ دیدن اشتراک‌ها`,
  premiumNote: 'این نسخه‌ها ویژهٔ مشترکان است.',
  premiumSome: 'بخشی از این نسخه‌ها ویژهٔ مشترکان است.',
  premium: 'اشتراک ویژه',
  loginNote: 'پخش برای همه باز است؛ برای دانلود وارد شوید.',
  loginLocked: 'برای پخش و دانلود وارد شوید.',
  login: 'ورود',
  offlineLinks: 'پیوندهای دانلود با وصل شدن اینترنت می‌آیند',
  linkGone: 'پیوند این نسخه نیامد؛ دوباره امتحان کنید',
  none: 'هنوز فایلی برای این عنوان نیست',
  noneNote: 'همین که نسخه‌ای برسد، اینجاست. آن را ذخیره کنید تا گم نشود.',
  comingNote: 'این عنوان هنوز منتشر نشده است. آن را ذخیره کنید تا روز انتشار خبرتان کنیم.',
  toTitle: 'بازگشت به صفحهٔ عنوان',
} as const
