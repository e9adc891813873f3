import { formatNumber } from './format.ts'

/** Texts of signing in, registering and signing out. */
export const accountText = {
  name: 'نام',
  email: 'ایمیل',
  password: 'گذرواژه',
  passwordConfirmation: 'تکرار گذرواژه',
  showPassword: 'نمایش گذرواژه',
  hidePassword: 'پنهان کردن گذرواژه',
  persianKeyboard: 'صفحه‌کلید شما فارسی است.',
  offline: 'به سرور نرسیدیم؛ اتصال اینترنت را بررسی کنید. آنچه نوشته‌اید همین‌جا می‌ماند.',
  notSaved: 'این دستگاه نمی‌تواند چیزی ذخیره کند؛ شاید حافظه پر است یا مرور خصوصی روشن است.',
} as const

export const loginText = {
  title: 'ورود',
  welcome: 'فهرست‌ها و پسندهایتان در همهٔ دستگاه‌ها همراه شماست.',
  submit: 'ورود',
  sending: 'در حال ورود',
  noAccount: 'حساب ندارید؟',
  register: 'ثبت‌نام',
  expired: (name: string) => `نشست «${name}» به پایان رسیده است`,
  expiredNote: 'همه‌چیز روی این دستگاه مانده است. دوباره وارد شوید تا تغییرات شما هم فرستاده شود.',
  notYou: 'حساب دیگری دارید؟',
  leave: 'خروج از این حساب',
} as const

export const registerText = {
  signInInstead: 'ورود با همین ایمیل',
  title: 'ثبت‌نام',
  welcome: 'هرچه ذخیره کنید، بدون اینترنت هم در دسترس شماست.',
  submit: 'ساختن حساب',
  sending: 'در حال ساختن حساب',
  haveAccount: 'حساب دارید؟',
  login: 'ورود',
} as const

/** Why a guest was sent to sign in, and what happens afterwards. `name`: the title's name. */
export const deferredText = {
  save: (name: string, step: string) => `برای ذخیرهٔ «${name}» به حساب نیاز دارید؛ پس از ${step} خودش ذخیره می‌شود.`,
  watched: (name: string, step: string) => `برای علامت زدن «${name}» به حساب نیاز دارید؛ پس از ${step} خودش ثبت می‌شود.`,
  like: (name: string, step: string) => `برای پسندیدن «${name}» به حساب نیاز دارید؛ پس از ${step} خودش ثبت می‌شود.`,
  likeComment: (name: string, step: string) =>
    `برای پسندیدن نظرها دربارهٔ «${name}» به حساب نیاز دارید؛ پس از ${step} خودش ثبت می‌شود.`,
  reportComment: (name: string, step: string) =>
    `برای گزارش نظری دربارهٔ «${name}» به حساب نیاز دارید؛ پس از ${step} خودش فرستاده می‌شود.`,
  comment: (name: string, step: string) =>
    `برای نظر دادن دربارهٔ «${name}» به حساب نیاز دارید؛ پس از ${step} نظرتان خودش فرستاده می‌شود.`,
} as const

/** Validation messages; `limit` is the contract's number. */
export const fieldProblemText = {
  required: () => 'این بخش را پر کنید.',
  email: () => 'یک نشانی ایمیل درست بنویسید.',
  nameShort: (limit: number) => `نام باید دست‌کم ${formatNumber(limit)} نویسه باشد.`,
  nameLong: (limit: number) => `نام باید حداکثر ${formatNumber(limit)} نویسه باشد.`,
  passwordShort: (limit: number) => `گذرواژه باید دست‌کم ${formatNumber(limit)} نویسه باشد.`,
  passwordLong: (limit: number) => `گذرواژه باید حداکثر ${formatNumber(limit)} نویسه باشد.`,
  confirmation: () => 'تکرار گذرواژه با گذرواژه یکی نیست.',
} as const

/** Password strength, weakest first. */
export const strengthText = {
  label: 'دشواری حدس گذرواژه',
  words: ['هنوز کوتاه است', 'آسان حدس زده می‌شود', 'بد نیست', 'خوب است', 'بسیار خوب است'],
  hint: (limit: number) => `دست‌کم ${formatNumber(limit)} نویسه؛ چند واژهٔ بی‌ربط کنار هم از یک واژهٔ پیچیده بهتر است.`,
} as const

export const logoutText = {
  title: 'خروج',
  sending: 'در حال فرستادن تغییرات شما',
  leaving: 'در حال خروج از حساب',
  waiting: (count: number) => `${formatNumber(count)} تغییر شما هنوز به سرور نرسیده است`,
  waitingNote: 'می‌توانید بمانید تا فرستاده شود، یا آن را برای ورود بعدی خودتان روی همین دستگاه نگه دارید.',
  offline: 'اتصال اینترنت برقرار نیست.',
  stay: 'ماندن در حساب',
  keepData: 'خروج و نگه‌داشتن برای ورود بعدی من',
  discard: 'خروج و صرف‌نظر از تغییرها',
  failed: 'خروج انجام نشد. دوباره تلاش کنید.',
  left: 'از حساب خارج شدید',
  leftOffline: 'از این دستگاه خارج شدید، ولی خبر آن به سرور نرسید',
} as const

/** The line over personal screens while the session has expired. */
export const expiredText = {
  note: 'نشست شما به پایان رسیده است.',
  action: 'ورود دوباره',
} as const
