import { formatDate, formatNumber, persianDigits } from './format.ts'

/** «۸۹٬۰۰۰ تومان» */
export function toman(amount: number): string {
  return `${formatNumber(amount)}\u00a0تومان`
}

/** Texts of premium plans and subscriptions. */
export const premiumText = {
  plans: 'اشتراک ویژه',
  about: 'طرح‌های اشتراک پرده و امکانات هر کدام.',
  intro: 'یک طرح انتخاب کنید تا همهٔ پرده برایتان باز شود. هر وقت بخواهید، می‌توانید طرح بعدی را هم رزرو کنید.',
  list: 'طرح‌های اشتراک',
  loading: 'در حال دریافت طرح‌ها',
  none: 'هنوز طرحی برای فروش نیست',
  popular: 'محبوب‌ترین',
  off: (percent: number) => `${formatNumber(percent)}٪ تخفیف`,
  days: (days: number) => `${formatNumber(days)} روز`,
  left: (days: number) => (days <= 1 ? 'روز آخر است' : `${formatNumber(days)} روز مانده`),
  monthly: (amount: number) => `ماهی حدود ${toman(amount)}`,
  was: 'قیمت پیشین',
  price: 'قیمت',
  features: 'امکانات',
  choose: 'خرید',
  chooseOf: (name: string) => `خرید اشتراک ${name}`,
  details: 'جزئیات',
  detailsOf: (name: string) => `جزئیات اشتراک ${name}`,
  plan: (name: string) => `اشتراک ${name}`,
  otherPlans: 'طرح‌های دیگر',
  steps: 'خرید چگونه است؟',
  step: [
    'مبلغ را در درگاه پرداخت می‌پردازید؛ ما اطلاعات کارت شما را نمی‌بینیم.',
    'بلافاصله به پرده برمی‌گردید و رسید شما اینجاست.',
    'اگر اشتراک دارید چیزی از آن کم نمی‌شود: روزهای تازه به آن افزوده یا پس از آن رزرو می‌شود.',
  ],
  gift: 'کد هدیه دارید؟',
} as const

export const joinText = {
  title: (name: string) => `خرید اشتراک ${name}`,
  unnamed: 'خرید اشتراک',
  summary: 'خلاصهٔ سفارش',
  length: 'مدت',
  from: 'شروع',
  until: 'پایان',
  atOnce: 'بلافاصله پس از پرداخت',
  afterCurrent: 'پس از اشتراک‌های فعلی شما',
  on: (when: string) => formatDate(when),
  price: 'قیمت طرح',
  discount: 'تخفیف',
  less: (amount: number) => toman(-amount),
  total: 'مبلغ پرداختی',
  when: 'از چه زمانی آغاز شود؟',
  now: 'همین حالا',
  reserve: 'پس از اشتراک فعلی',
  nowNote: 'طرح تازه از همین حالا آغاز می‌شود و روزهای ماندهٔ اشتراک فعلی به پایان آن افزوده می‌شود.',
  reserveNote: (until: string) => `اشتراک فعلی تا ${formatDate(until)} می‌ماند و این طرح پس از آن آغاز می‌شود.`,
  code: 'کد تخفیف یا هدیه (اختیاری)',
  codeHint: 'با هر صفحه‌کلیدی، با خط تیره یا بدون آن',
  check: 'بررسی کد',
  checking: 'در حال بررسی کد',
  applyCode: 'ادامه با این کد',
  taken: (amount: number) => `این کد ${toman(amount)} از مبلغ کم می‌کند.`,
  pay: (amount: number) => `پرداخت ${toman(amount)}`,
  activate: 'فعال‌سازی رایگان',
  leaving: 'در حال رفتن به درگاه پرداخت',
  guest: 'برای خرید وارد حساب خود شوید یا ثبت‌نام کنید؛ همین صفحه پس از آن باز می‌شود.',
  login: 'ورود',
  register: 'ثبت‌نام',
  needsNetwork: 'پرداخت به اینترنت نیاز دارد. آنچه نوشته‌اید همین‌جا می‌ماند.',
  offline: 'به سرور نرسیدیم و پولی از شما کم نشد؛ اتصال اینترنت را بررسی کنید. آنچه نوشته‌اید همین‌جا می‌ماند.',
  secure: 'در درگاه پرداخت می‌پردازید و به پرده برمی‌گردید.',
  came: {
    cancelled: 'پرداخت انجام نشد و پولی از شما کم نشد. هر وقت خواستید دوباره تلاش کنید.',
    expired: 'زمان آن پرداخت گذشت. می‌توانید دوباره بپردازید.',
    mismatched:
      'پاسخ درگاه با سفارش شما یکی نبود و اشتراکی داده نشد. اگر پولی از شما کم شده است، به پشتیبانی خبر بدهید.',
    pending: 'بانک هنوز پرداخت شما را تأیید نکرده است. دوباره نپردازید؛ نتیجه را همین‌جا ببینید.',
  },
  result: 'دیدن نتیجهٔ پرداخت',
} as const

export const receiptText = {
  title: 'پرداخت موفق',
  thanks: 'خوش آمدید؛ پرده برای شما کنار رفت',
  gift: 'هدیهٔ شما باز شد',
  until: (when: string) => `اشتراک شما تا ${formatDate(when)} فعال است`,
  starts: (when: string, until: string) => `این طرح از ${formatDate(when)} تا ${formatDate(until)} فعال است`,
  receipt: 'رسید',
  plan: 'طرح',
  order: 'شمارهٔ سفارش',
  tracking: 'شمارهٔ پیگیری',
  paidAt: 'تاریخ پرداخت',
  price: 'قیمت',
  discount: 'تخفیف',
  amount: 'پرداخت‌شده',
  free: 'رایگان',
  refundedAt: 'تاریخ بازپرداخت',
  number: (text: string | number) => persianDigits(text),
  home: 'رفتن به خانه',
  mine: 'اشتراک من',
  pending: 'نتیجهٔ پرداخت هنوز نرسیده است',
  pendingNote: 'بانک گاهی چند دقیقه دیرتر پاسخ می‌دهد. به‌محض رسیدن پاسخ، اشتراک شما فعال می‌شود و خبرتان می‌کنیم.',
  recheck: 'بررسی دوباره',
  checking: 'در حال بررسی پرداخت',
  failed: 'هنوز پرداختی ندارید',
  failedNote: 'آخرین سفارش شما پرداخت نشده است یا هنوز سفارشی نداده‌اید.',
  loading: 'در حال دریافت رسید',
  plans: 'دیدن طرح‌ها',
} as const

export const goPremiumText = {
  title: 'اشتراک من',
  have: (name: string) => `اشتراک ${name} دارید`,
  until: (when: string) => `تا ${formatDate(when)}`,
  reserved: (count: number) => `${formatNumber(count)} طرح رزرو شده پس از آن آغاز می‌شود.`,
  haveNot: 'هنوز اشتراک ندارید',
  haveNotNote: 'با یک طرح، همهٔ پرده باز می‌شود.',
  gives: 'اشتراک چه امکاناتی دارد؟',
  benefits: [
    { title: 'همهٔ عنوان‌های ویژه', note: 'فیلم‌ها و سریال‌هایی که فقط برای مشترکان‌اند.' },
    { title: 'همهٔ کیفیت‌ها', note: 'پخش و دانلود با بالاترین کیفیت هر نسخه.' },
    { title: 'دوبله و زیرنویس', note: 'همهٔ نسخه‌ها، به زبانی که دوست دارید.' },
    { title: 'تمدید بی‌دردسر', note: 'روزهای مانده از دست نمی‌رود؛ طرح بعدی رزرو می‌شود.' },
  ],
  extend: 'تمدید یا رزرو',
  begin: 'یک طرح انتخاب کنید',
} as const

/** The history of the user's orders. */
export const ordersText = {
  title: 'سفارش‌ها و رسیدها',
  none: 'هنوز سفارشی نداده‌اید.',
  loading: 'در حال آوردن سفارش‌ها',
  state: {
    pending: 'در انتظار پرداخت',
    paid: 'پرداخت‌شده',
    cancelled: 'پرداخت نشد',
    expired: 'زمان پرداخت گذشت',
    mismatched: 'نیازمند بررسی پشتیبانی',
    refunded: 'بازپرداخت شد',
  },
  gift: 'هدیه',
  contact: 'پیام به پشتیبانی',
  result: 'دیدن نتیجهٔ پرداخت',
} as const

export const giftText = {
  title: 'کد هدیه',
  intro: 'کدی را که گرفته‌اید بنویسید؛ اشتراک بلافاصله فعال می‌شود.',
  code: 'کد هدیه',
  submit: 'باز کردن هدیه',
  sending: 'در حال باز کردن هدیه',
  needsNetwork: 'باز کردن هدیه به اینترنت نیاز دارد. کدی که نوشته‌اید همین‌جا می‌ماند.',
  offline: 'به سرور نرسیدیم؛ اتصال اینترنت را بررسی کنید. کدی که نوشته‌اید همین‌جا می‌ماند و تنها یک بار به کار می‌رود.',
  another: 'یک کد دیگر',
} as const

/** Validation messages of a code. */
export const codeProblemText = {
  required: 'کد را بنویسید.',
  code: 'کد فقط از حروف لاتین و رقم ساخته شده است.',
} as const
