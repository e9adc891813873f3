import type { FieldProblem } from '#contract/account.ts'
import { EMAIL_MAX, NAME_MAX, NAME_MIN, PASSWORD_MAX, PASSWORD_MIN } from '#contract/account.ts'
import { COMMENT_MAX, COMMENT_MIN } from '#contract/comments.ts'
import type { FailureCode } from '#contract/failures.ts'
import { RECENT_SIGN_IN_MINUTES } from '#contract/profile.ts'
import { REQUEST_NAME_MAX, REQUEST_NAME_MIN, REQUEST_NOTE_MAX, YEAR_MAX, YEAR_MIN } from '#contract/requests.ts'

const persianDigits = new Intl.NumberFormat('fa', { useGrouping: false })
const number = (value: number) => persianDigits.format(value)

/** Messages of refused calls. */
export const failureMessages: Record<FailureCode, string> = {
  unauthenticated: 'برای این کار باید وارد حساب خود شوید.',
  account_deleted: 'این حساب حذف شده است.',
  csrf_mismatch: 'نشست شما منقضی شده است. صفحه را دوباره باز کنید و باز هم تلاش کنید.',
  forbidden: 'شما به این بخش دسترسی ندارید.',
  premium_required: 'این بخش برای مشترکان ویژه است.',
  link_expired: 'زمان این پیوند گذشته است. صفحهٔ فیلم را باز کنید تا پیوند تازه بگیرید.',
  link_invalid: 'این پیوند درست نیست. آن را از صفحهٔ فیلم دوباره بردارید.',
  range: 'این بخش از فایل وجود ندارد.',
  not_found: 'چیزی با این نشانی پیدا نشد.',
  conflict: 'این درخواست با وضعیت فعلی سازگار نیست.',
  in_progress: 'همین درخواست هنوز در حال انجام است. کمی بعد دوباره تلاش کنید.',
  key_reused: 'این درخواست با شناسه‌ای فرستاده شده که پیش‌تر برای درخواست دیگری به کار رفته است.',
  cursor_gone: 'فهرست باید از نو دریافت شود.',
  validation: 'بعضی از مقدارها درست نیستند.',
  too_many_requests: 'تعداد تلاش‌ها زیاد بود. کمی صبر کنید و دوباره تلاش کنید.',
  credentials: 'ایمیل یا گذرواژه درست نیست.',
  unsupported: 'قالب این درخواست پشتیبانی نمی‌شود.',
  too_large: 'حجم این درخواست بیش از اندازه است.',
  server_error: 'مشکلی در سرور پیش آمد. کمی بعد دوباره تلاش کنید.',
  unavailable: 'سرور هم‌اکنون در دسترس نیست. کمی بعد دوباره تلاش کنید.',
}

/** Problems of a field: those of the forms, and those that only the server sees. */
export type ServerFieldProblem =
  | FieldProblem
  | 'invalid'
  | 'characters'
  | 'emailTaken'
  | 'emailSame'
  | 'oldSignIn'
  | 'oldSignInToDelete'
  | 'confirmLink'
  | 'currentPassword'
  | 'resetLink'
  | 'telegram'
  | 'commentShort'
  | 'commentLong'
  | 'replyTo'
  | 'requestNameShort'
  | 'requestNameLong'
  | 'year'
  | 'imdb'
  | 'noteLong'
  | 'episode'
  | 'plan'
  | 'code'
  | 'codeUnknown'
  | 'codeYours'
  | 'codeUsed'
  | 'codeExpired'
  | 'codePlan'
  | 'codeDiscount'

export const fieldMessages: Record<ServerFieldProblem, string> = {
  required: 'این بخش را پر کنید.',
  email: `یک نشانی ایمیل درست بنویسید (حداکثر ${number(EMAIL_MAX)} نویسه).`,
  nameShort: `نام باید دست‌کم ${number(NAME_MIN)} نویسه باشد.`,
  nameLong: `نام باید حداکثر ${number(NAME_MAX)} نویسه باشد.`,
  passwordShort: `گذرواژه باید دست‌کم ${number(PASSWORD_MIN)} نویسه باشد.`,
  passwordLong: `گذرواژه باید حداکثر ${number(PASSWORD_MAX)} نویسه باشد.`,
  confirmation: 'تکرار گذرواژه با گذرواژه یکی نیست.',
  invalid: 'مقدار این بخش درست نیست.',
  characters: 'این متن نویسه‌ای دارد که مجاز نیست.',
  emailTaken: 'با این ایمیل پیش‌تر حسابی ساخته شده است.',
  emailSame: 'این همان ایمیل کنونی شماست.',
  oldSignIn: `برای افزودن ایمیل باید در ${number(RECENT_SIGN_IN_MINUTES)} دقیقهٔ گذشته وارد شده باشید. از حساب خارج شوید و پرده را دوباره از تلگرام باز کنید.`,
  oldSignInToDelete: `برای حذف حساب باید در ${number(RECENT_SIGN_IN_MINUTES)} دقیقهٔ گذشته وارد شده باشید. از حساب خارج شوید، دوباره وارد شوید و باز هم تلاش کنید.`,
  confirmLink: 'این پیوند دیگر کار نمی‌کند: شاید زمانش گذشته یا درخواست تازه‌تری جای آن را گرفته است.',
  currentPassword: 'گذرواژهٔ فعلی درست نیست.',
  resetLink: 'این پیوند دیگر کار نمی‌کند: شاید زمانش گذشته یا پیش‌تر به کار رفته است. پیوند تازه‌ای بگیرید.',
  telegram: 'ورود با تلگرام پذیرفته نشد. برنامه را ببندید و دوباره از تلگرام باز کنید.',
  commentShort: `نظر باید دست‌کم ${number(COMMENT_MIN)} نویسه باشد.`,
  commentLong: `نظر باید حداکثر ${number(COMMENT_MAX)} نویسه باشد.`,
  replyTo: 'نظری که به آن پاسخ داده‌اید پیدا نشد.',
  requestNameShort: `نام فیلم یا سریال باید دست‌کم ${number(REQUEST_NAME_MIN)} نویسه باشد.`,
  requestNameLong: `نام فیلم یا سریال باید حداکثر ${number(REQUEST_NAME_MAX)} نویسه باشد.`,
  year: `سال باید عددی میان ${number(YEAR_MIN)} و ${number(YEAR_MAX)} باشد.`,
  imdb: 'پیوند یا شناسهٔ IMDb درست نیست.',
  noteLong: `توضیح باید حداکثر ${number(REQUEST_NOTE_MAX)} نویسه باشد.`,
  episode: 'چنین قسمتی در این سریال نیست.',
  plan: 'چنین طرحی نیست.',
  code: 'کد فقط از حروف لاتین و رقم ساخته شده است.',
  codeUnknown: 'چنین کدی نداریم. آن را یک بار دیگر با دقت بنویسید.',
  codeYours: 'این کد را پیش‌تر خودتان به کار برده‌اید.',
  codeUsed: 'این کد پیش‌تر به کار رفته است.',
  codeExpired: 'زمان این کد گذشته است.',
  codePlan: 'این کد برای طرح دیگری است.',
  codeDiscount: 'این کد تخفیف است؛ آن را هنگام خرید طرح بنویسید.',
}

/** Why nothing can be played. */
export const mediaMessages = {
  title: 'فیلم یا سریالی با این نشانی نداریم.',
  coming: 'این عنوان هنوز منتشر نشده است.',
  nothing: 'از این عنوان هنوز فایلی برای پخش نداریم.',
  file: 'این فایل برای این عنوان نیست. پخش را از صفحهٔ خود عنوان آغاز کنید.',
  part: 'این کیفیت یا این بخش از فیلم وجود ندارد.',
  version: 'این فایل عوض شده است. صفحهٔ پخش را دوباره باز کنید.',
}

const languageNames = new Intl.DisplayNames('fa', { type: 'language' })
const languageName = (lang: string) => (lang === 'und' ? 'زبان نامشخص' : (languageNames.of(lang) ?? lang))
const subtitleKinds = { sdh: 'برای ناشنوایان', forced: 'تنها گفت‌وگوهای زبان‌های دیگر' }
const voiceKinds = { commentary: 'گفتار سازندگان', description: 'توصیف تصویر برای نابینایان' }

/** Names of audio tracks and subtitles in a player. */
export const mediaWords = {
  dubbed: 'دوبلهٔ فارسی',
  original: (lang: string) => (lang === 'und' ? 'زبان اصلی' : `زبان اصلی (${languageName(lang)})`),
  subtitle: ({ lang, kind, count }: { lang: string; kind?: keyof typeof subtitleKinds | undefined; count: number }) =>
    [languageName(lang), ...(kind ? [subtitleKinds[kind]] : []), ...(count > 1 ? [number(count)] : [])].join('، '),
  /** The title is isolated: its letters may run from left to right. */
  voice: ({
    lang,
    kind,
    title,
  }: {
    lang: string
    kind?: keyof typeof voiceKinds | undefined
    title?: string | undefined
  }) =>
    [languageName(lang), ...(kind ? [voiceKinds[kind]] : []), ...(title ? [`\u2068${title}\u2069`] : [])].join('، '),
  repeated: (label: string, count: number) => `${label} ${number(count)}`,
}

/** Words before the numbers of seasons and episodes in names of files. */
export const fileNameWords = { season: 'فصل', episode: 'قسمت' }

/** Names of chapters, as regular expressions. */
export const chapterNames = {
  recap: 'آنچه گذشت|خلاصهٔ? قسمت(‌های)? (قبل|پیش)',
  intro: 'تیتراژ( (آغاز|ابتدا|شروع)(ین|یی)?)?|مقدمه',
  credits: 'تیتراژ پایان(ی)?',
}

/** Details for codes whose own message is too general. */
export const conflictMessages = {
  requested: 'این عنوان را پیش‌تر درخواست کرده‌اید.',
}

/** Payment states. */
export const commentMessages = {
  banned: 'گردانندهٔ این سایت نوشتن نظر را برای شما بسته است.',
}

export const paymentMessages = {
  closed: 'هم‌اکنون پرداخت اینترنتی ممکن نیست. کد هدیه را می‌توانید به کار ببرید.',
  unreachable: 'درگاه پرداخت پاسخ نمی‌دهد. پولی از شما کم نشده است؛ کمی بعد دوباره تلاش کنید.',
  /** description of the charge at the gateway */
  charge: (planName: string) => `اشتراک ${planName} پرده`,
}

/** Answers to reset requests and password changes. */
export const passwordMessages = {
  sent: 'اگر با این ایمیل حسابی باشد، پیوند بازیابی تا چند دقیقهٔ دیگر به صندوق آن می‌رسد.',
  reset: 'گذرواژه عوض شد. با گذرواژهٔ تازه وارد شوید.',
  resetWithPasskeys: 'گذرواژه عوض شد و کلیدهای عبور حساب حذف شدند. با گذرواژهٔ تازه وارد شوید.',
}

/** Why a passkey was not accepted. */
export const passkeyMessages = {
  unknown: 'این کلید عبور در پرده ثبت نیست؛ شاید آن را حذف کرده‌اید. با گذرواژه وارد شوید.',
  notAccepted: 'این کلید عبور پذیرفته نشد. دوباره تلاش کنید یا با گذرواژه وارد شوید.',
  notCreated: 'کلید عبور ساخته نشد. دوباره تلاش کنید.',
  known: 'این کلید عبور پیش‌تر ثبت شده است.',
  limit: (max: number) => `هر حساب حداکثر ${number(max)} کلید عبور دارد. پیش از ساختن کلید تازه، یکی را حذف کنید.`,
}

/** Answers to changes of the e-mail address. */
export const profileMessages = {
  confirmationSent: (email: string, hasEmail: boolean) =>
    `پیوند تأیید به ${email} فرستاده شد. ${hasEmail ? 'تا بازش نکنید، ایمیل کنونی شما می‌ماند.' : 'با باز کردن آن، ایمیل به حساب شما افزوده می‌شود.'}`,
  confirmed: 'ایمیل حساب شما عوض شد. از این پس با ایمیل تازه وارد شوید.',
  firstConfirmed: 'ایمیل به حساب شما افزوده شد. برای ورود با آن، با «فراموشی گذرواژه» گذرواژه بسازید.',
}

/** Asks the user to wait this many seconds after too many attempts. */
export function tooManyRequests(seconds: number): string {
  const [count, unit] = seconds < 60 ? [seconds, 'ثانیهٔ'] : [Math.ceil(seconds / 60), 'دقیقهٔ']
  return `تعداد تلاش‌ها زیاد بود. ${number(count)} ${unit} دیگر دوباره تلاش کنید.`
}

/** Texts of mail. */
export const mailWords = {
  sender: 'پرده',
  reset: {
    subject: 'بازیابی گذرواژهٔ پرده',
    hello: 'سلام،',
    asked: 'برای حساب شما گذرواژهٔ تازه درخواست شده است. برای ساختن آن، این پیوند را باز کنید.',
    link: 'ساختن گذرواژهٔ تازه',
    lasts: (minutes: number) => `این پیوند تا ${number(minutes)} دقیقه و تنها یک بار کار می‌کند.`,
    foot: 'اگر این درخواست از شما نیست، کاری لازم نیست: بدون این پیوند چیزی عوض نمی‌شود. آن را به کسی ندهید.',
  },
  changed: {
    subject: 'گذرواژهٔ شما عوض شد',
    changed: 'گذرواژهٔ حساب شما در پرده همین حالا عوض شد و دستگاه‌های دیگر از حساب خارج شدند.',
    link: 'بازیابی گذرواژه',
    foot: 'اگر کار شما نبوده است، همین حالا با پیوند بالا گذرواژهٔ تازه بگیرید.',
  },
  passkey: {
    subject: 'کلید عبور تازه برای حساب شما',
    added: (name: string) =>
      `همین حالا برای حساب شما در پرده یک کلید عبور ساخته شد (${name}). با آن می‌توان بدون گذرواژه وارد حساب شد.`,
    link: 'بازیابی گذرواژه',
    foot: 'اگر کار شما نبوده است، همین حالا با پیوند بالا گذرواژهٔ تازه بگیرید: همهٔ کلیدهای عبور حذف و همهٔ دستگاه‌ها خارج می‌شوند.',
  },
  confirm: {
    subject: 'تأیید ایمیل تازه در پرده',
    asked: 'کسی خواسته است که این نشانی، ایمیل حسابش در پرده باشد. اگر شمایید، این پیوند را باز کنید.',
    link: 'تأیید این ایمیل',
    lasts: (hours: number) => `این پیوند تا ${number(hours)} ساعت کار می‌کند.`,
    foot: 'اگر این درخواست از شما نیست، کاری لازم نیست: بدون این پیوند چیزی عوض نمی‌شود.',
  },
  emailNotice: {
    subject: 'درخواست تغییر ایمیل شما',
    asked: 'برای حساب شما در پرده تغییر ایمیل درخواست شده است. با تأیید نشانی تازه، این نشانی دیگر ایمیل حساب نیست.',
    link: 'بازیابی گذرواژه',
    foot: 'اگر کار شما نیست، همین حالا با پیوند بالا گذرواژهٔ تازه بگیرید؛ درخواست تغییر ایمیل هم لغو می‌شود.',
  },
  deleted: {
    subject: 'حساب شما حذف شد',
    line: 'حساب شما در پرده و همهٔ داده‌های آن حذف شد. هر دستگاهی که وارد این حساب بوده است، با نخستین اتصال پاک می‌شود.',
    link: 'تماس با ما',
    foot: 'اگر کار شما نیست، به ما خبر بدهید.',
  },
}

/** Device names by `User-Agent`. */
export const deviceWords = {
  unknown: 'دستگاه ناشناس',
  on: (browser: string, system: string) => `${browser} در ${system}`,
  browsers: {
    telegram: 'تلگرام',
    instagram: 'اینستاگرام',
    samsung: 'مرورگر سامسونگ',
    opera: 'اپرا',
    edge: 'اج',
    yandex: 'یاندکس',
    firefox: 'فایرفاکس',
    chrome: 'کروم',
    safari: 'سافاری',
  },
  systems: {
    ipad: 'آیپد',
    iphone: 'آیفون',
    tv: 'تلویزیون',
    android: 'اندروید',
    windows: 'ویندوز',
    chromeos: 'کروم‌بوک',
    mac: 'مک',
    linux: 'لینوکس',
  },
} as const

/** A Telegram user without a displayable name. */
export const telegramName = 'کاربر تلگرام'

/** «۱، ۳ و ۵ تا ۸»: at least three numbers in a row are a range. */
function episodeNumbers(numbers: number[]): string {
  const rows: number[][] = []
  for (const value of numbers) {
    const row = rows.at(-1)
    if (row?.at(-1) === value - 1) row.push(value)
    else rows.push([value])
  }
  const pieces = rows.flatMap((row) =>
    row.length < 3 ? row.map(number) : `${number(row[0] ?? 0)} تا ${number(row.at(-1) ?? 0)}`,
  )
  return [pieces.slice(0, -1).join('، '), ...pieces.slice(-1)].filter((piece) => piece !== '').join(' و ')
}

const persianDay = new Intl.DateTimeFormat('fa-u-ca-persian', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  timeZone: 'UTC',
})

/** Notification texts. */
export const news = {
  released: (titleFa: string) => `«${titleFa}» منتشر شد`,
  reply: (author: string) => `${author} به نظر شما پاسخ داد`,
  dubbed: (titleFa: string) => `«${titleFa}» دوبله شد`,
  episodes: (titleFa: string, count: number) =>
    count === 1 ? `قسمت تازهٔ «${titleFa}» منتشر شد` : `${number(count)} قسمت تازهٔ «${titleFa}» منتشر شد`,
  season: (season: number, numbers: number[]) =>
    `فصل ${number(season)}، ${numbers.length === 1 ? 'قسمت' : 'قسمت‌های'} ${episodeNumbers(numbers)}`,
  reminder: {
    /** Names the day: a push may arrive after quiet hours, when it is no longer tomorrow. */
    title: (day: string, titlesFa: string[]) =>
      titlesFa.length === 1
        ? `${persianDay.format(new Date(day))}: «${titlesFa[0]}»`
        : `${persianDay.format(new Date(day))}: ${number(titlesFa.length)} عنوان از تقویم شما`,
    more: (count: number) => `و ${number(count)} مورد دیگر`,
  },
  ending: (planName: string, days: number) =>
    days === 1 ? `یک روز تا پایان اشتراک ${planName}` : `${number(days)} روز تا پایان اشتراک ${planName}`,
  endingNote: 'برای اینکه وقفه‌ای پیش نیاید، می‌توانید از همین حالا طرح بعدی را رزرو کنید.',
  request: {
    waiting: (name: string) => `درخواست «${name}» در صف بررسی است`,
    accepted: (name: string) => `درخواست «${name}» پذیرفته شد`,
    added: (name: string) => `«${name}» به پرده اضافه شد`,
    rejected: (name: string) => `درخواست «${name}» پذیرفته نشد`,
  },
  given: (planName: string) => `اشتراک ${planName} به شما هدیه شد`,
  paid: (planName: string) => `پرداخت شما تأیید شد؛ اشتراک ${planName} فعال است`,
}

/** The calendar for calendar programs. */
export const calendarWords = {
  name: 'تقویم من در پرده',
  /** «نام سریال: فصل ۲، قسمت‌های ۳ و ۴» */
  release: (titleFa: string, seasons: string[]) =>
    seasons.length === 0 ? titleFa : `${titleFa}: ${seasons.join('؛ ')}`,
}

/** The page that sends a user to a gateway by form. */
export const paymentFormWords = {
  title: 'رفتن به درگاه پرداخت',
  note: 'اگر درگاه خودبه‌خود باز نشد، دکمهٔ زیر را بزنید.',
  go: 'رفتن به درگاه',
} as const

/** The sandbox gateway's page. */
export const sandboxWords = {
  title: 'درگاه پرداخت آزمایشی',
  note: 'این درگاه آزمایشی است: پولی جابه‌جا نمی‌شود و اطلاعات کارت لازم نیست.',
  shop: 'پذیرنده',
  shopName: 'پرده',
  for: 'بابت',
  order: 'شمارهٔ سفارش',
  amount: 'مبلغ',
  toman: (amount: number) => `${new Intl.NumberFormat('fa-IR').format(amount)} تومان`,
  number: (text: string) => text.replace(/\d/g, (digit) => persianDigits.format(Number(digit))),
  acts: { pay: 'پرداخت', later: 'پرداخت با تأیید دیرتر', cancel: 'انصراف' },
  laterNote: 'تأیید آن یک دقیقه بعد می‌رسد، مانند بانکی که دیر پاسخ می‌دهد.',
  states: {
    paid: 'پرداخت انجام شد',
    pending: 'پرداخت در انتظار تأیید بانک است',
    cancelled: 'پرداخت انجام نشد',
    expired: 'زمان این پرداخت گذشته است',
  },
  returning: 'در حال بازگشت به پرده…',
  back: 'بازگشت به پرده',
  missing: 'چنین پرداختی نیست',
} as const

/** Name of the demo account. */
export const demoName = 'مهمان پرده'

/**
 * Texts in the heads of server-sent pages (`server/pages/`). A page's name equals the app's tab title; the app's own
 * texts are in `src/text`, which the server does not import.
 */
export const pageWords = {
  site: 'پرده',
  title: (name: string) => `${name} | پرده`,
  home: 'پرده: فیلم و سریال، حتی بدون اینترنت',
  missing: 'صفحه پیدا نشد',
  movies: 'فیلم‌ها',
  results: (query: string) => `نتایج جستجوی «${query}»`,
  lists: {
    '/': ['خانه', 'مرور و جستجوی فیلم و سریال به فارسی، با ذخیرهٔ هر آنچه دیده‌اید برای وقتی که اینترنت نیست.'],
    '/tv': ['سریال‌ها', 'فهرست سریال‌های ایران و جهان با امتیاز، خلاصهٔ داستان، فصل‌ها و قسمت‌ها.'],
    '/categories': ['دسته‌بندی‌ها', 'همهٔ ژانرهای فیلم و سریال در پرده، از درام و کمدی تا علمی‌تخیلی و مستند.'],
    '/collections': ['مجموعه‌ها', 'مجموعه‌های فیلم و سریال: دنباله‌ها، برندگان جایزه‌ها، کارگردان‌ها و گزیده‌ها.'],
    '/comingsoon': ['به‌زودی', 'فیلم‌ها و سریال‌هایی که در راه‌اند، به ترتیب تاریخ انتشار.'],
    '/contact': ['پشتیبانی', 'راه‌های تماس با پشتیبانی پرده و پاسخ پرسش‌های پرتکرار.'],
    '/premium/plans': ['اشتراک ویژه', 'طرح‌های اشتراک پرده و امکانات هر کدام.'],
  },
  /** «فیلم‌های دوبلهٔ درام» */
  titleList: (type: 'all' | 'movie' | 'series', isDubbed: boolean, genre?: string) => {
    const kind = { all: 'فیلم‌ها و سریال', movie: 'فیلم', series: 'سریال' }[type]
    const marks = [
      ...(isDubbed ? [genre === undefined ? 'دوبله' : 'دوبلهٔ'] : []),
      ...(genre === undefined ? [] : [genre]),
    ]
    return marks.length === 0 ? `${kind}‌ها` : `${kind}‌های ${marks.join(' ')}`
  },
  genre: (titleFa: string) => `بهترین فیلم‌ها و سریال‌های ژانر ${titleFa} با امتیاز، خلاصهٔ داستان و بازیگران.`,
  collection: (titleFa: string, count: number) => `مجموعهٔ «${titleFa}» با ${number(count)} فیلم و سریال.`,
  person: (fullnameFa: string, works: string) => `فیلم‌ها و سریال‌های ${fullnameFa}${works === '' ? '' : `: ${works}`}.`,
  film: (type: 'movie' | 'series', titleFa: string, year: number | null) =>
    `${type === 'series' ? 'سریال' : 'فیلم'} ${titleFa}${year === null ? '' : `، ${number(year)}`}`,
  comma: '، ',
  job: { actor: 'بازیگر', director: 'کارگردان' },
} as const
