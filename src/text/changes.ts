import { isolated } from './format.ts'

/** A mutation, named for the user. */
interface Change {
  kind: string
  payload: unknown
  label: string
}

/** Each kind of mutation in words, by its desired state. */
const KINDS: Record<string, (payload: Record<string, unknown>, name: string) => string> = {
  'watchlist.setSaved': ({ saved }, name) => (saved === false ? `حذف ${name} از ذخیره‌شده‌ها` : `ذخیره کردن ${name}`),
  'reactions.setLiked': ({ liked }, name) => (liked === false ? `پس گرفتن پسند ${name}` : `پسندیدن ${name}`),
  'comments.create': (_, name) => `نظر شما دربارهٔ ${name}`,
  'comments.change': ({ deleted }, name) =>
    deleted === true ? `حذف نظر شما دربارهٔ ${name}` : `ویرایش نظر شما دربارهٔ ${name}`,
  'comments.setLiked': ({ liked }, name) =>
    liked === false ? `پس گرفتن پسند نظری دربارهٔ ${name}` : `پسندیدن نظری دربارهٔ ${name}`,
  'comments.report': (_, name) => `گزارش نظری دربارهٔ ${name}`,
  'requests.create': (_, name) => `درخواست ${name}`,
  'history.setPosition': (_, name) => `پیشرفت تماشای ${name}`,
  'history.remove': (_, name) => `حذف ${name} از تاریخچه`,
  'history.setHidden': ({ hidden }, name) =>
    hidden === false ? `نمایش ${name} در ادامهٔ تماشا` : `پنهان کردن ${name} از ادامهٔ تماشا`,
  'history.setWatched': ({ flags }, name) =>
    Array.isArray(flags) && flags.every((flag) => isRecord(flag) && flag.watched === true)
      ? `افزودن ${name} به دیده‌شده‌ها`
      : `برداشتن ${name} از دیده‌شده‌ها`,
  'imports.create': (_, name) => `افزودن فهرست ${name} به ذخیره‌شده‌ها`,
  'imports.watched': (_, name) => `افزودن فهرست ${name} به تاریخچه`,
}
/** Kinds without an object to name. */
const NAMELESS: Record<string, string> = {
  'notifications.read': 'خوانده شدن اعلان‌ها',
  'notifications.set': 'تنظیم اعلان‌ها',
  'imports.create': 'افزودن یک فهرست به ذخیره‌شده‌ها',
  'imports.watched': 'افزودن یک فهرست به تاریخچه',
}

/** «ذخیره کردن «پدرخوانده»»; a general text for a kind unknown to this version. */
export function changeWords({ kind, payload, label }: Change): string {
  const words = Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined
  const name = label.trim() === '' ? '' : `«${isolated(label.trim())}»`
  if (words && name !== '') return words(isRecord(payload) ? payload : {}, name)
  if (name === '' && Object.hasOwn(NAMELESS, kind)) return NAMELESS[kind] ?? ''
  return name === '' ? 'یک تغییر' : `تغییری در ${name}`
}

/** Events of the journal. */
const EVENTS: Record<string, string> = {
  queued: 'در صف گذاشته شد',
  superseded: 'جای تغییر پیشین را گرفت',
  unneeded: 'نیازی به فرستادن نبود',
  resent: 'دوباره به صف رفت، چون سرور از نسخهٔ پشتیبان برگشته است',
  acknowledged: 'سرور پذیرفت',
  failed: 'سرور نپذیرفت',
  retried: 'دوباره در صف گذاشته شد',
  discarded: 'از آن صرف‌نظر شد',
  reset: 'فهرست از نو گرفته شد',
  'set aside': 'خوانده نشد و کنار گذاشته شد',
  error: 'خطایی در برنامه رخ داد',
}

/** A journal event in words; an event of another app version by its type. */
export function journalWords(event: string): string {
  return (Object.hasOwn(EVENTS, event) ? EVENTS[event] : undefined) ?? event
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
