import { formatBytes, formatDate, formatNumber, isolated, persianDigits } from './format.ts'
import { factsLine } from './titleFacts.ts'

/** Texts of downloads (docs/product.md#offline). */
export const downloadsText = {
  title: 'دانلودها',
  note: 'فیلم‌هایی که در برنامه دانلود کرده‌اید و بدون اینترنت هم پخش می‌شوند.',
  queue: 'در صف دانلود',
  kept: 'روی این دستگاه',
  loading: 'در حال بارگذاری',
  summary: (count: number, bytes: number) => `${formatNumber(count)} فیلم، ${formatBytes(bytes)}`,
  empty: 'هنوز فیلمی روی این دستگاه نیست',
  emptyNote: 'در صفحهٔ هر فیلم «دانلود در برنامه» را بزنید تا بدون اینترنت هم پخش شود.',
  browse: 'مرور فیلم‌ها',
  guest: 'دانلودهای شما پشت همین پرده است',
  guestNote: 'وارد شوید تا فیلم‌ها را روی دستگاهتان دانلود کنید.',
  login: 'ورود',
  facts: factsLine,
  episode: (season: number | null, episode: number | null) =>
    [season !== null && `فصل ${formatNumber(season)}`, episode !== null && `قسمت ${formatNumber(episode)}`]
      .filter(Boolean)
      .join('، '),
  /** Isolated, so that digits after it do not join its direction. */
  quality: (height: number) => isolated(persianDigits(`${height}p`)),
  size: formatBytes,
  progress: (bytes: number, size: number) =>
    size > 0 ? `${formatBytes(bytes)} از ${formatBytes(size)}` : 'در حال آماده کردن',
  percent: (part: number) => `${formatNumber(Math.floor(part * 100))}٪`,
  progressOf: (name: string) => `پیشرفت ${name}`,
  fetching: 'در حال دانلود',
  waiting: 'در نوبت',
  waitsFor: {
    network: 'منتظر اینترنت؛ خودش ادامه می‌دهد',
    wifi: 'منتظر وای‌فای؛ خودش ادامه می‌دهد',
    charging: 'منتظر شارژ؛ خودش ادامه می‌دهد',
  },
  conditions: {
    wifi: {
      label: 'دانلود فقط با وای‌فای',
      note: 'با اینترنت همراه چیزی دانلود نمی‌شود؛ فیلم‌ها منتظر وای‌فای می‌مانند.',
    },
    charging: {
      label: 'دانلود فقط هنگام شارژ',
      note: 'تا دستگاه به شارژ وصل نباشد چیزی دانلود نمی‌شود.',
    },
  },
  background: 'مرورگر در پس‌زمینه دانلود می‌کند',
  paused: 'متوقف شده',
  automatic: 'خودکار',
  automaticUntil: 'خودکار؛ دو روز پس از تماشا پاک می‌شود',
  until: (when: number) => `پخش بدون اینترنت تا ${formatDate(when)}`,
  outdated: 'نسخهٔ تازه‌تری از این فیلم هست',
  renew: 'دانلود نسخهٔ تازه',
  play: (name: string) => `پخش ${name}`,
  pause: (name: string) => `توقف دانلود ${name}`,
  resume: (name: string) => `ادامهٔ دانلود ${name}`,
  retry: 'تلاش دوباره',
  retryOf: (name: string) => `تلاش دوباره برای ${name}`,
  check: 'بررسی از سرور',
  checking: 'در حال بررسی از سرور',
  notChecked: 'سرور پاسخ نداد؛ با اینترنت دوباره امتحان کنید',
  premium: 'دیدن اشتراک‌ها',
  remove: (name: string) => `پاک کردن ${name} از این دستگاه`,
  removed: (name: string) => `«${name}» از این دستگاه پاک شد`,
  removeAsk: 'این دانلود پاک شود؟',
  removeNote: (name: string, bytes: number) =>
    `«${name}» از این دستگاه پاک می‌شود${bytes > 0 ? ` و ${formatBytes(bytes)} فضا آزاد می‌شود` : ''}. برای تماشای بدون اینترنت باید دوباره آن را دانلود کنید؛ پیشرفت تماشای شما می‌ماند.`,
  removeYes: 'پاک کن',
  clear: 'پاک کردن همه',
  clearAsk: 'همهٔ دانلودها پاک شود؟',
  clearNote: (count: number, bytes: number) =>
    `${formatNumber(count)} فیلم از این دستگاه پاک می‌شود و ${formatBytes(bytes)} فضا آزاد می‌شود. پیشرفت تماشای شما در تاریخچه می‌ماند.`,
  clearRules: 'دانلود خودکار سریال‌ها هم پایان می‌گیرد.',
  clearYes: 'همه را پاک کن',
  clearNo: 'نه، بماند',
  clearing: 'در حال پاک کردن',
  cleared: 'همهٔ دانلودها پاک شد',
  notDone: 'انجام نشد؛ کمی بعد دوباره امتحان کنید',
  all: 'همهٔ دانلودها',
} as const

/** Texts for changing the order of the queue, with a pointer or the keyboard. Places count from 1. */
export const queueText = {
  handle: (name: string) => `جابه‌جایی ${name} در صف`,
  handleRole: 'دکمهٔ جابه‌جایی',
  instructions:
    'برای برداشتن، فاصله یا اینتر را بزنید. با کلیدهای بالا و پایین جای آن را در صف عوض کنید و با فاصله یا اینتر بگذارید. با Escape سر جایش برمی‌گردد.',
  lifted: (name: string, place: number, count: number) =>
    `${name} برداشته شد؛ جای ${formatNumber(place)} از ${formatNumber(count)}`,
  moved: (name: string, place: number, count: number) =>
    `${name} در جای ${formatNumber(place)} از ${formatNumber(count)}`,
  dropped: (name: string, place: number, count: number) =>
    `${name} در جای ${formatNumber(place)} از ${formatNumber(count)} گذاشته شد`,
  cancelled: (name: string, place: number) => `جابه‌جایی لغو شد؛ ${name} به جای ${formatNumber(place)} برگشت`,
} as const

/** «۵ گیگابایت»; without a decimal, as limits are whole. */
function formatLimit(bytes: number): string {
  return bytes % 1e9 === 0 ? `${formatNumber(bytes / 1e9)} گیگابایت` : formatBytes(bytes)
}

/** Texts of the settings about all downloads. */
export const downloadSettingsText = {
  title: 'تنظیمات دانلود',
  limit: 'سقف حجم دانلودها',
  noLimit: 'بدون سقف',
  limitOf: formatLimit,
  limitNote: 'با پایین آوردن سقف چیزی پاک نمی‌شود؛ فقط دانلودهایی که در آن جا نشوند متوقف می‌مانند.',
  /** «۳٫۲ از ۵ گیگابایت پر است» */
  use: (used: number, limit: number) => {
    const [before, after] = [formatBytes(used).split(' '), formatLimit(limit)]
    const amount = after.endsWith(` ${before[1]}`) ? before[0] : before.join(' ')
    return used > 0 ? `${amount} از ${after} پر است` : `همهٔ ${after} خالی است`
  },
  reserved: (bytes: number) => `${formatBytes(bytes)} هم برای صف کنار گذاشته شده است`,
} as const

/** Texts of the rules that download the next episodes of series. */
export const seriesRulesText = {
  title: 'دانلود خودکار',
  note: 'قسمت‌های بعدی این سریال‌ها خودبه‌خود دانلود می‌شوند و دو روز پس از تماشا پاک می‌شوند.',
  facts: (count: number, ready: number) =>
    factsLine([
      `${formatNumber(count)} قسمت بعدی`,
      ready === 0 ? 'هنوز هیچ‌کدام آماده نیست' : `${formatNumber(ready)} قسمت آماده`,
    ]),
  nothing: (count: number) => factsLine([`${formatNumber(count)} قسمت بعدی`, 'فعلاً قسمتی برای دانلود نیست']),
  exceedsLimit: (count: number) => `${formatNumber(count)} قسمت در سقف دانلودها جا نمی‌شود`,
  waitsFor: {
    network: (count: number) => `${formatNumber(count)} قسمت منتظر اینترنت است`,
    wifi: (count: number) => `${formatNumber(count)} قسمت منتظر وای‌فای است`,
    charging: (count: number) => `${formatNumber(count)} قسمت منتظر شارژ است`,
  },
  end: 'پایان',
  endOf: (name: string) => `پایان دانلود خودکار ${name}`,
  ended: (name: string) => `دانلود خودکار «${name}» پایان گرفت؛ قسمت‌های دانلودشده می‌مانند`,
  restored: (name: string) => `دانلود خودکار «${name}» بازگشت`,
} as const

/** What happens to downloads later (`permissionCheck.ts` and `fetchDownloads.ts` in src/data/downloads). */
export const downloadFactsText = {
  title: 'دانلودها در چه حالتی چه می‌شوند؟',
  facts: [
    {
      when: 'اشتراک پایان بگیرد',
      consequence: 'فیلم‌هایی که اشتراک می‌خواهند روی دستگاه می‌مانند، ولی تا اشتراک تازه پخش نمی‌شوند.',
    },
    {
      when: 'فیلم عوض شود',
      consequence:
        'اگر نسخهٔ تازه‌تری بیاید، می‌توانید آن را دانلود کنید؛ تا آن وقت نسخهٔ قبلی پخش می‌شود. فیلمی که از سرور برداشته شود از دستگاه هم پاک می‌شود.',
    },
    {
      when: 'دستگاه یا سقف پر شود',
      consequence:
        'دانلودی که جا نمی‌شود متوقف می‌شود و بقیه می‌مانند. دانلودی را پاک کنید یا سقف را بالا ببرید تا خودش ادامه دهد.',
    },
    {
      when: 'مدتی بی‌اینترنت بمانید',
      consequence:
        'هر دانلود مهلتی دارد که زیر نام آن نوشته شده است و با هر اتصال تمدید می‌شود. پس از مهلت، تا اتصال بعدی پخش نمی‌شود.',
    },
  ],
} as const

/** Texts of the download button and its dialog. */
export const downloadText = {
  label: 'دانلود در برنامه',
  labelOf: (version: string) => `دانلود در برنامه: ${version}`,
  fetching: (version: string, part: number) => `در حال دانلود ${version}، ${downloadsText.percent(part)}`,
  waits: (version: string, why: string) => `${version}: ${why}`,
  coming: (part: number) => (part > 0 ? `در حال دانلود ${downloadsText.percent(part)}` : downloadsText.waiting),
  complete: (version: string) => `${version} روی این دستگاه است`,
  here: 'روی این دستگاه',
  stopped: (version: string) => `دانلود ${version} ناتمام ماند`,
  unfinished: 'ناتمام ماند',
  paused: downloadsText.paused,
  quality: 'کیفیت',
  asking: 'در حال دریافت کیفیت‌ها',
  size: (bytes: number) => `حدود ${formatBytes(bytes)}`,
  room: (free: number) => `فضای آزاد برای پرده روی این دستگاه: ${formatBytes(free)}`,
  noRoom: (needed: number, free: number) =>
    `برای این کیفیت ${formatBytes(needed)} فضا لازم است و ${formatBytes(free)} آزاد است. کیفیت پایین‌تری انتخاب کنید یا بخشی از دانلودها را پاک کنید.`,
  until: (when: number) => `بدون اینترنت تا ${formatDate(when)} پخش می‌شود؛ این مهلت با هر اتصال تمدید می‌شود.`,
  start: 'شروع دانلود',
  starting: 'در حال ثبت',
  open: 'دیدن دانلودها',
  started: 'دانلود شروع شد؛ پیشرفت آن در «دانلودها» است',
  offline: 'اینترنت نیست',
  offlineNote: (quality: string) => `درخواست دانلود ${quality} ثبت می‌شود و با اولین اتصال آغاز می‌شود.`,
  offlineUnknown: 'کیفیت‌ها و حجم‌ها با وصل شدن اینترنت همین‌جا نمایش داده می‌شوند.',
  later: 'ثبت برای بعد',
  failed: 'کیفیت‌ها دریافت نشد',
  retry: 'تلاش دوباره',
  startsWith: {
    wifi: 'فقط با وای‌فای دانلود می‌شود؛ تا آن وقت منتظر می‌ماند.',
    charging: 'فقط هنگام شارژ دانلود می‌شود؛ تا آن وقت منتظر می‌ماند.',
  },
  metered: 'با اینترنت همراه هستید؛ حجم این فیلم از بستهٔ شما کم می‌شود.',
} as const

/** Texts of the sheet for episodes of a series. */
export const episodesText = {
  label: 'دانلود قسمت‌ها',
  labelOf: (season: number) => `دانلود قسمت‌ها، فصل ${formatNumber(season)}`,
  keepsNext: (count: number) => `${formatNumber(count)} قسمت بعدی خودکار`,
  what: 'چه چیزی دانلود شود',
  season: (season: number) => `همهٔ فصل ${formatNumber(season)}`,
  seasonFacts: (count: number, here: number) =>
    [episodesCount(count), here > 0 && `${episodesCount(here)} در دانلودهاست`].filter(Boolean).join('؛ '),
  next: 'قسمت‌های بعدی',
  nextFacts: 'این تعداد قسمت ندیده همیشه آماده است؛ هر قسمت دو روز پس از تماشا پاک می‌شود.',
  count: 'تعداد قسمت‌ها',
  episodes: episodesCount,
  start: (count: number, bytes: number) =>
    bytes > 0 ? `دانلود ${episodesCount(count)}، حدود ${formatBytes(bytes)}` : `دانلود ${episodesCount(count)}`,
  keep: 'ثبت دانلود خودکار',
  stop: 'پایان دانلود خودکار',
  seasonStarted: (count: number) => `دانلود ${episodesCount(count)} شروع شد؛ پیشرفت آن در «دانلودها» است`,
  seasonLater: (count: number) => `دانلود ${episodesCount(count)} ثبت شد و با اولین اتصال آغاز می‌شود`,
  ruleSet: (count: number) => `${episodesCount(count)} بعدی همیشه روی این دستگاه آماده می‌شود`,
  ruleEnded: 'دانلود خودکار این سریال پایان یافت؛ دانلودها ماندند',
  allHere: 'همهٔ این قسمت‌ها در دانلودهاست',
  offlineNote: 'درخواست ثبت می‌شود و با اولین اتصال آغاز می‌شود.',
  metered: 'با اینترنت همراه هستید؛ حجم این قسمت‌ها از بستهٔ شما کم می‌شود.',
  limitLeft: (left: number) => `باقی‌مانده از سقف دانلودها: ${formatBytes(left)}`,
  beyondLimit: (needed: number, left: number) =>
    `${formatBytes(needed)} لازم است و از سقف دانلودها ${formatBytes(left)} مانده است. در «دانلودها» سقف را بالا ببرید یا بخشی را پاک کنید.`,
  noRoom: (needed: number, free: number) =>
    `${formatBytes(needed)} فضا لازم است و ${formatBytes(free)} آزاد است. کیفیت پایین‌تری انتخاب کنید یا بخشی از دانلودها را پاک کنید.`,
} as const

function episodesCount(count: number): string {
  return `${formatNumber(count)} قسمت`
}

const WHY: Record<string, string> = {
  expired: 'زمان پخش بدون اینترنت این فیلم گذشته است؛ یک بار به اینترنت وصل شوید تا دوباره پخش شود',
  premium: 'اشتراک شما به پایان رسیده است؛ با اشتراک تازه دوباره پخش می‌شود',
  withdrawn: 'این فیلم دیگر روی سرور نیست و از دستگاه برداشته شد',
  session: 'نشست شما به پایان رسیده است؛ دوباره وارد شوید',
  broken: 'فایل این فیلم درست دریافت نشد',
  full: 'روی این دستگاه جای کافی نیست',
  limit: 'در سقفی که برای دانلودها گذاشته‌اید جا نمی‌شود',
  unsupported: 'این مرورگر از دانلود در برنامه پشتیبانی نمی‌کند',
  fetching: 'هنوز همهٔ فیلم روی این دستگاه نیست',
}

/** Why a download does not play or did not complete; the server's sentence where it sent one. */
export function downloadRefusalText(why: string, message: string | undefined): string {
  return message ?? WHY[why] ?? downloadsText.notDone
}
