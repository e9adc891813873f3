import { appText } from './app.ts'
import { formatNumber } from './format.ts'

/** Texts of a title's comments (docs/product.md#screens). */
export const commentText = {
  title: 'نظرها',
  count: (total: number) => `${formatNumber(total)} نظر`,
  field: 'نظر شما',
  replyField: (name: string) => `پاسخ شما به ${name}`,
  placeholder: 'دربارهٔ این عنوان چه فکر می‌کنید؟',
  spoiler: 'داستان را لو می‌دهد',
  send: 'ارسال نظر',
  sendReply: 'ارسال پاسخ',
  counter: (used: number, most: number) => `${formatNumber(used)} از ${formatNumber(most)}`,
  left: (left: number) => `${formatNumber(left)} نویسهٔ دیگر می‌توانید بنویسید`,
  over: (over: number) => `${formatNumber(over)} نویسه بیشتر از حد مجاز`,
  guest: 'برای ارسال، وارد می‌شوید و به همین‌جا برمی‌گردید؛ نوشتهٔ شما می‌ماند.',
  recorded: 'نظر شما ثبت شد',
  recordedOffline: 'نظر شما ثبت شد و با وصل شدن اینترنت فرستاده می‌شود',
  reply: 'پاسخ',
  replyTo: (name: string) => `پاسخ به ${name}`,
  replies: (name: string) => `پاسخ‌ها به ${name}`,
  you: 'شما',
  edit: 'ویرایش',
  drop: 'حذف',
  cancel: 'انصراف',
  retry: appText.retry,
  discard: appText.discard,
  failed: 'ارسال نشد',
  covered: 'این نظر داستان را لو می‌دهد',
  uncover: 'نمایش نظر',
  cover: 'پنهان کردن نظر',
  more: 'نظرهای بیشتر',
  page: (page: number) => `نظرها، صفحهٔ ${formatNumber(page)}`,
  onItsWay: 'این نظر در حال ارسال است',
  none: 'هنوز کسی نظری ننوشته است. اولین نفر باشید.',
  unseen: 'نظرهای این عنوان هنوز روی دستگاه شما ذخیره نشده‌اند.',
  loading: 'در حال دریافت نظرها',
} as const

/** Validation messages of a comment; `limit` is the contract's number. */
export const commentProblemText = {
  required: () => 'نظرتان را بنویسید.',
  commentShort: (limit: number) => `نظر باید دست‌کم ${formatNumber(limit)} نویسه باشد.`,
  commentLong: (limit: number) => `نظر باید حداکثر ${formatNumber(limit)} نویسه باشد.`,
} as const
