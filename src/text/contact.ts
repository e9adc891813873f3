/** Texts of the support screen (docs/product.md#screens). */
export const contactText = {
  title: 'پشتیبانی',
  /** the page's description for link previews, also used by the server */
  about: 'راه‌های تماس با پشتیبانی پرده و پاسخ پرسش‌های پرتکرار.',
  intro: 'پاسخ پرسش‌های رایج همین‌جاست و بدون اینترنت هم باز می‌شود.',
  questions: 'پرسش‌های رایج',
  channels: 'راه‌های تماس',
  channelsUnseen: 'راه‌های تماس با اولین اتصال به اینترنت اینجا نمایش داده می‌شود.',
  channelsFailed: 'راه‌های تماس دریافت نشد.',
  retry: 'تلاش دوباره',
  loading: 'در حال دریافت راه‌های تماس',
  noChannels: 'اگر عنوانی در پرده نیست، از «درخواست عنوان» برای ما بنویسید؛ پاسخ در همان صفحه می‌آید.',
  newRequest: 'درخواست عنوان',
  kinds: { email: 'ایمیل', telegram: 'تلگرام', instagram: 'اینستاگرام', phone: 'تلفن' },
  write: 'برای ما بنویسید',
  writeNote: 'نوشتهٔ شما تا وقتی آن را بفرستید همین‌جا می‌ماند؛ با برنامهٔ ایمیل یا تلگرام خودتان فرستاده می‌شود.',
  message: 'پیام شما',
  messageHint: 'اگر چیزی کار نمی‌کند، بنویسید در کدام صفحه و پس از چه کاری.',
  subject: 'پشتیبانی پرده',
  byEmail: 'فرستادن با ایمیل',
  byTelegram: 'فرستادن در تلگرام',
  copy: 'کپی متن',
  copied: 'متن کپی شد',
  notCopied: 'کپی نشد؛ متن را خودتان انتخاب کنید',
  clear: 'پاک کردن متن',
  empty: 'ابتدا پیام خود را بنویسید.',
} as const

/** Where the catalogue's facts are from. The statements are prescribed, in English, by the sources' terms. */
export const creditsText = {
  title: 'منبع اطلاعات عنوان‌ها',
  sources: {
    imdb: {
      name: 'IMDb',
      address: 'https://www.imdb.com',
      // https://help.imdb.com/article/imdb/general-information/can-i-use-imdb-data-in-my-software/G5JTRESSHJBBHTGX
      statement: 'Information courtesy of IMDb (https://www.imdb.com). Used with permission.',
    },
    wikidata: {
      name: 'Wikidata',
      address: 'https://www.wikidata.org',
      statement: 'Structured data from Wikidata, available under CC0.',
    },
    tmdb: {
      name: 'TMDB',
      address: 'https://www.themoviedb.org',
      // https://www.themoviedb.org/api-terms-of-use
      statement:
        'This website uses TMDB and the TMDB APIs but is not endorsed, certified, or otherwise approved by TMDB.',
    },
  },
} as const

/** Frequently asked questions. Each answer states only what the app does. */
export const questionsText: readonly { question: string; answer: string }[] = [
  {
    question: 'بدون اینترنت چه چیزهایی کار می‌کند؟',
    answer:
      'هر صفحه‌ای که یک بار دیده باشید دوباره باز می‌شود. ذخیره کردن، پسندیدن، نظر دادن و درخواست عنوان هم کار می‌کند و با وصل شدن اینترنت فرستاده می‌شود. فیلم‌هایی که در برنامه دانلود کرده باشید هم پخش می‌شوند؛ تماشای فیلم‌های دیگر به اینترنت نیاز دارد.',
  },
  {
    question: 'از کجا بدانم کارهایم به سرور رسیده است؟',
    answer:
      'دکمهٔ همگام‌سازی بالای صفحه تعداد تغییرات در انتظار را نشان می‌دهد. با زدن آن هر تغییر را می‌بینید و اگر چیزی فرستاده نشده باشد، دلیل آن و راه ادامه همان‌جاست.',
  },
  {
    question: 'وقتی نشست من به پایان می‌رسد، چیزی از دست می‌رود؟',
    answer: 'نه. همه‌چیز روی دستگاه شما می‌ماند. دوباره با همان حساب وارد شوید تا تغییرات در انتظار هم فرستاده شود.',
  },
  {
    question: 'عنوانی که می‌خواهم نیست. چه کنم؟',
    answer: 'از «درخواست عنوان» نام آن را بنویسید؛ بدون اینترنت هم می‌شود. پاسخ در همان صفحه و در اعلان‌ها می‌آید.',
  },
  {
    question: 'فهرستم در IMDb یا Letterboxd است. می‌توانم آن را وارد کنم؟',
    answer:
      'بله. در داشبورد، بخش «وارد کردن فهرست»، فایل CSV آن را انتخاب کنید. آنچه پیدا نشود نام‌به‌نام به شما گفته می‌شود.',
  },
  {
    question: 'چگونه پرده را روی گوشی نصب کنم؟',
    answer:
      'در داشبورد دکمهٔ نصب را بزنید. در آیفون و آیپد، در Safari دکمهٔ «اشتراک‌گذاری» و سپس «افزودن به صفحهٔ اصلی» را بزنید.',
  },
  {
    question: 'مصرف اینترنتم زیاد است. چه کنم؟',
    answer: 'پایین هر صفحه «صرفه‌جویی در مصرف اینترنت» را روشن کنید: تصاویر کوچک‌تر می‌شوند و چیزی خودبه‌خود پخش نمی‌شود.',
  },
  {
    question: 'چگونه از داده‌هایم خروجی بگیرم یا آن‌ها را از این دستگاه پاک کنم؟',
    answer:
      'در داشبورد، بخش «داده‌های من»: از همه‌چیز به شکل JSON یا CSV خروجی بگیرید یا این دستگاه را پاک کنید. پیش از پاک کردن می‌گوییم چه چیزی از دست می‌رود.',
  },
]
