import type { FieldProblem } from '#contract/account.ts'
import { EMAIL_MAX, NAME_MAX, NAME_MIN, PASSWORD_MAX, PASSWORD_MIN } from '#contract/account.ts'
import type { FailureCode } from '#contract/failures.ts'

const persianDigits = new Intl.NumberFormat('fa', { useGrouping: false })
const number = (value: number) => persianDigits.format(value)

/** What the server says to people when it says no. */
export const failureMessages: Record<FailureCode, string> = {
  unauthenticated: 'برای این کار باید وارد حساب خود شوید.',
  csrf_mismatch: 'نشست شما تازه نیست. صفحه را دوباره باز کنید و باز هم تلاش کنید.',
  forbidden: 'شما به این بخش دسترسی ندارید.',
  premium_required: 'این بخش برای مشترکان ویژه است.',
  not_found: 'چیزی با این نشانی پیدا نشد.',
  conflict: 'این درخواست با وضعیت کنونی سازگار نیست.',
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

/** What can be wrong with one field; beyond the forms' own problems those only this side sees. */
export type ServerFieldProblem = FieldProblem | 'invalid' | 'characters' | 'emailTaken'

export const fieldMessages: Record<ServerFieldProblem, string> = {
  required: 'این بخش را پر کنید.',
  email: `یک نشانی ایمیل درست بنویسید (حداکثر ${number(EMAIL_MAX)} نویسه).`,
  nameShort: `نام باید دست‌کم ${number(NAME_MIN)} نویسه باشد.`,
  nameLong: `نام باید حداکثر ${number(NAME_MAX)} نویسه باشد.`,
  passwordShort: `گذرواژه باید دست‌کم ${number(PASSWORD_MIN)} نویسه باشد.`,
  passwordLong: `گذرواژه باید حداکثر ${number(PASSWORD_MAX)} نویسه باشد.`,
  confirmation: 'تکرار گذرواژه با گذرواژه یکی نیست.',
  invalid: 'مقدار این بخش درست نیست.',
  characters: 'این متن نویسه‌ای دارد که پذیرفتنی نیست.',
  emailTaken: 'با این ایمیل پیش‌تر حسابی ساخته شده است.',
}

/** What the account for looking around is called. */
export const demoName = 'مهمان پرده'
