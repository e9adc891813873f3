import { formatBytes, formatDate, formatNumber, isolated, persianDigits } from './format.ts'
import { factsLine } from './titleFacts.ts'

/** Texts of downloads (docs/product.md#offline). */
export const downloadsText = {
  title: 'دانلودها',
  note: 'فیلم‌هایی که روی این دستگاه نگه داشته‌اید و بی‌اینترنت هم پخش می‌شوند.',
  list: 'فیلم‌های این دستگاه',
  loading: 'در حال بارگذاری',
  summary: (count: number, bytes: number) => `${formatNumber(count)} فیلم · ${formatBytes(bytes)}`,
  empty: 'هنوز فیلمی روی این دستگاه نیست',
  emptyNote: 'در صفحهٔ هر فیلم «نگه‌داشتن روی دستگاه» را بزنید تا بی‌اینترنت هم پخش شود.',
  browse: 'گشتن در فیلم‌ها',
  guest: 'دانلودهای شما پشت همین پرده است',
  guestNote: 'وارد شوید تا فیلم‌ها را روی دستگاهتان نگه دارید.',
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
  fetching: 'در حال گرفتن',
  waiting: 'در نوبت',
  waitsFor: {
    network: 'منتظر اینترنت؛ خودش ادامه می‌دهد',
    wifi: 'منتظر وای‌فای؛ خودش ادامه می‌دهد',
  },
  wifiOnly: 'گرفتن فیلم فقط با وای‌فای',
  wifiOnlyNote: 'با اینترنت همراه چیزی از بستهٔ شما کم نمی‌شود؛ فیلم‌ها تا رسیدن به وای‌فای صبر می‌کنند.',
  background: 'مرورگر در پس‌زمینه می‌گیرد',
  paused: 'متوقف شده',
  until: (when: number) => `پخش بی‌اینترنت تا ${formatDate(when)}`,
  outdated: 'نسخهٔ تازه‌تری از این فیلم هست',
  renew: 'گرفتن نسخهٔ تازه',
  play: (name: string) => `پخش ${name}`,
  pause: (name: string) => `توقف گرفتن ${name}`,
  resume: (name: string) => `ادامهٔ گرفتن ${name}`,
  retry: 'تلاش دوباره',
  retryOf: (name: string) => `تلاش دوباره برای ${name}`,
  check: 'پرسیدن از سرور',
  checking: 'در حال پرسیدن از سرور',
  notChecked: 'سرور پاسخ نداد؛ با اینترنت دوباره امتحان کنید',
  premium: 'دیدن اشتراک‌ها',
  remove: (name: string) => `پاک کردن ${name} از این دستگاه`,
  removed: (name: string) => `«${name}» از این دستگاه پاک شد`,
  removeAsk: 'این دانلود پاک شود؟',
  removeNote: (name: string, bytes: number) =>
    `«${name}» از این دستگاه پاک می‌شود${bytes > 0 ? ` و ${formatBytes(bytes)} جا باز می‌شود` : ''}. برای تماشای بی‌اینترنت باید دوباره آن را بگیرید؛ جای شما در فیلم می‌ماند.`,
  removeYes: 'پاک کن',
  clear: 'پاک کردن همه',
  clearAsk: 'همهٔ دانلودها پاک شود؟',
  clearNote: (count: number, bytes: number) =>
    `${formatNumber(count)} فیلم از این دستگاه پاک می‌شود و ${formatBytes(bytes)} جا باز می‌شود. جای شما در هر فیلم در تاریخچه می‌ماند.`,
  clearYes: 'همه را پاک کن',
  clearNo: 'نه، بماند',
  clearing: 'در حال پاک کردن',
  cleared: 'همهٔ دانلودها پاک شد',
  notDone: 'انجام نشد؛ کمی بعد دوباره امتحان کنید',
  all: 'همهٔ دانلودها',
} as const

/** Texts of the download button and its dialog. */
export const downloadText = {
  label: 'نگه‌داشتن روی دستگاه',
  /** The same in two parts: phones hide the second. */
  labelStart: 'نگه‌داشتن',
  labelEnd: ' روی دستگاه',
  labelOf: (version: string) => `نگه‌داشتن روی دستگاه: ${version}`,
  fetching: (version: string, part: number) => `${version} در راه این دستگاه است، ${downloadsText.percent(part)}`,
  waits: (version: string, why: string) => `${version}: ${why}`,
  coming: (part: number) => (part > 0 ? `در حال گرفتن ${downloadsText.percent(part)}` : downloadsText.waiting),
  complete: (version: string) => `${version} روی این دستگاه است`,
  here: 'روی این دستگاه',
  stopped: (version: string) => `گرفتن ${version} ناتمام ماند`,
  unfinished: 'ناتمام ماند',
  paused: downloadsText.paused,
  quality: 'کیفیت',
  asking: 'در حال پرسیدن کیفیت‌ها',
  size: (bytes: number) => `حدود ${formatBytes(bytes)}`,
  room: (free: number) => `جای آزاد برای پرده روی این دستگاه: ${formatBytes(free)}`,
  noRoom: (needed: number, free: number) =>
    `برای این کیفیت ${formatBytes(needed)} جا لازم است و ${formatBytes(free)} آزاد است. کیفیت پایین‌تری بردارید یا از دانلودها چیزی پاک کنید.`,
  until: (when: number) => `بی‌اینترنت تا ${formatDate(when)} پخش می‌شود؛ با هر اتصال تازه می‌شود.`,
  start: 'شروع گرفتن',
  starting: 'در حال ثبت',
  open: 'دیدن دانلودها',
  started: 'گرفتن شروع شد؛ پیشرفتش در «دانلودها» است',
  offline: 'اینترنت نیست',
  offlineNote: (quality: string) => `خواستهٔ ${quality} ثبت می‌شود و با اولین اتصال گرفته می‌شود.`,
  offlineUnknown: 'کیفیت‌ها و حجم‌ها با وصل شدن اینترنت می‌آیند؛ همین‌جا می‌مانیم.',
  later: 'ثبت برای بعد',
  failed: 'کیفیت‌ها نیامد',
  retry: 'تلاش دوباره',
  wifi: 'فقط با وای‌فای گرفته می‌شود؛ تا آن وقت منتظر می‌ماند.',
  metered: 'با اینترنت همراه هستید؛ این فیلم از بستهٔ شما کم می‌کند.',
} as const

const WHY: Record<string, string> = {
  expired: 'زمان پخش بی‌اینترنت این فیلم گذشته است؛ یک بار به اینترنت وصل شوید تا دوباره پخش شود',
  premium: 'اشتراک شما به پایان رسیده است؛ با اشتراک تازه دوباره پخش می‌شود',
  withdrawn: 'این فیلم دیگر روی سرور نیست و از دستگاه برداشته شد',
  session: 'نشست شما به پایان رسیده است؛ دوباره وارد شوید',
  broken: 'فایل این فیلم درست از سرور نیامد',
  full: 'روی این دستگاه جای کافی نیست',
  unsupported: 'این مرورگر نمی‌تواند فیلم نگه دارد',
  fetching: 'هنوز همهٔ فیلم روی این دستگاه نیست',
}

/** Why a download does not play or did not complete; the server's sentence where it sent one. */
export function downloadRefusalText(why: string, message: string | undefined): string {
  return message ?? WHY[why] ?? downloadsText.notDone
}
