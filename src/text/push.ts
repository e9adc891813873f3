const clockDigits = new Intl.NumberFormat('fa-IR', { minimumIntegerDigits: 2 })

/** Fallback text of a push notification without details. */
export const pushText = {
  general: 'پرده',
  generalNote: 'خبر تازه‌ای برای شما هست',
} as const

/** Texts of the push settings. */
export const pushSettingsText = {
  title: 'اعلان‌های این دستگاه',
  push: 'اعلان‌ها روی این دستگاه',
  pushNote: 'وقتی پرده بسته است هم از خبرهای تازه باخبر می‌شوید.',
  offline: 'برای روشن کردن اعلان‌ها اینترنت لازم است.',
  offlineOff: 'برای خاموش کردن اعلان‌ها اینترنت لازم است.',
  unsupported: 'این مرورگر وقتی بسته باشد اعلان نشان نمی‌دهد. اگر پرده را روی صفحهٔ اصلی نصب کنید، شاید ممکن شود.',
  denied: 'اعلان‌های پرده در این مرورگر بسته است',
  deniedNote:
    'برای باز کردن، روی نشانهٔ کنار نشانی سایت بزنید (در برنامهٔ نصب‌شده: تنظیمات دستگاه، برنامه‌ها، پرده)، «اعلان‌ها» را مجاز کنید و برگردید.',
  failed: 'مرورگر نتوانست اعلان‌ها را روشن کند. اتصال خود را بررسی کنید و دوباره بزنید.',
  kinds: 'از چه چیزهایی باخبر شوم',
  kindsNote: 'در فهرست اعلان‌ها همه چیز می‌آید؛ این‌ها برای وقتی است که پرده بسته است.',
  kind: {
    released: 'انتشار عنوان‌های ذخیره‌شده',
    dubbed: 'دوبله شدن عنوان‌های ذخیره‌شده',
    episode: 'قسمت تازهٔ سریال‌های ذخیره‌شده',
    request: 'پاسخ درخواست‌های من',
    reply: 'پاسخ به نظرهای من',
    subscription: 'نزدیک شدن پایان اشتراک',
  },
  quiet: 'ساعت‌های سکوت',
  quietNote: 'در این ساعت‌ها صدایی نمی‌آید؛ خبرها می‌مانند و پس از آن می‌رسند.',
  from: 'از',
  to: 'تا',
  fromLabel: 'شروع سکوت',
  toLabel: 'پایان سکوت',
  time: (minute: number) => `${clockDigits.format(Math.floor(minute / 60))}:${clockDigits.format(minute % 60)}`,
  unseen: 'تنظیمات هنوز روی این دستگاه نیست؛ با اولین اتصال به اینترنت دریافت می‌شود.',
  loading: 'در حال بارگذاری',
} as const
