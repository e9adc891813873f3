import * as v from 'valibot'
import type { Schema } from './endpoint.ts'
import { PAGE_MAX, PER_PAGE_MAX, QUERY_MAX } from './limits.ts'
import { latinDigits } from './persian.ts'

/** A field that another backend may omit or send in another type: the record is accepted with the fallback. */
export function lenient<Output>(schema: Schema<Output>, fallback: NoInfer<Output>) {
  return v.fallback(schema, fallback)
}

/** Longest list of one answer; a longer one is refused, because checking it would freeze the page. */
const LIST_MAX = 100_000

/** A list that drops unreadable items and keeps the rest. */
export function listOf<Output>(item: Schema<Output>) {
  return v.pipe(
    v.custom<unknown[]>((raw) => Array.isArray(raw) && raw.length <= LIST_MAX),
    v.metadata({ type: 'array', items: item }),
    v.transform((raw): Output[] =>
      raw.flatMap((one) => {
        const read = v.safeParse(item, one)
        return read.success ? [read.output] : []
      }),
    ),
  )
}

/** The same for records: later duplicates of an id are dropped, since ids are keys on the screen. */
export function eachOnceOf<Output>(record: Schema<Output>) {
  return v.pipe(
    listOf(record),
    v.transform((all): Output[] => {
      const known = new Set<unknown>()
      return all.filter((one) => {
        const id = typeof one === 'object' && one !== null && 'id' in one ? one.id : one
        return !known.has(id) && known.add(id)
      })
    }),
  )
}

export const Id = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(Number.MAX_SAFE_INTEGER))
/** An id in a path or a query string. */
export const IdText = v.pipe(v.string(), v.regex(/^[1-9]\d{0,14}$/), v.transform(Number))
/** Parses an id in an address; undefined when invalid. */
export function readId(text: string): number | undefined {
  const read = v.safeParse(IdText, text)
  return read.success ? read.output : undefined
}
export const IsoTime = v.pipe(v.string(), v.isoTimestamp())
export const Version = v.pipe(v.number(), v.integer(), v.minValue(0))

/** The whole number in a string or number; NaN for every other value, since an address can hold any shape. */
export function wholeNumber(raw: unknown): number {
  if (typeof raw === 'string') return Math.floor(Number(latinDigits(raw)))
  return typeof raw === 'number' ? Math.floor(raw) : Number.NaN
}

/** `page` of a list: anything below one or not a number is the first page; numbers above `PAGE_MAX` become it. */
export const PageText = v.pipe(
  v.unknown(),
  v.metadata({ type: 'integer', minimum: 1 }),
  v.transform((raw) => {
    const page = wholeNumber(raw)
    return Number.isFinite(page) && page >= 1 ? Math.min(page, PAGE_MAX) : 1
  }),
)
export const PerPageText = v.pipe(
  v.unknown(),
  v.metadata({ type: 'integer', minimum: 1, maximum: PER_PAGE_MAX }),
  v.transform((raw) => {
    const size = wholeNumber(raw)
    return Number.isFinite(size) && size >= 1 ? Math.min(size, PER_PAGE_MAX) : undefined
  }),
)
/** A flag in a URL: `1` and `true` are true, everything else is false. */
export const FlagText = v.pipe(
  v.unknown(),
  v.metadata({ enum: ['0', '1'] }),
  v.transform((raw) => raw === '1' || raw === 'true' || raw === true || raw === 1),
)
/** A search text: empty for anything but a string; cut to `QUERY_MAX` characters, without control characters. */
export const QueryText = v.pipe(
  v.unknown(),
  v.metadata({ type: 'string', maxLength: QUERY_MAX }),
  v.transform((raw) => {
    const text = typeof raw === 'string' ? raw : typeof raw === 'number' ? String(raw) : ''
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
    return [...text.replace(/[\u0000-\u001f\u007f]/g, ' ')].slice(0, QUERY_MAX).join('').trim()
  }),
)

export const PageMeta = v.object({
  currentPage: v.number(),
  lastPage: v.number(),
  perPage: v.number(),
  total: v.number(),
  from: lenient(v.nullable(v.number()), null),
  to: lenient(v.nullable(v.number()), null),
})
export type PageMeta = v.InferOutput<typeof PageMeta>

/** The envelope of one record. */
export function one<Output>(record: Schema<Output>) {
  return v.object({ data: record })
}
/** The envelope of a plain list. */
export function many<Output>(record: Schema<Output>) {
  return v.object({ data: eachOnceOf(record) })
}
/** The envelope of a page of a list. */
export function page<Output>(record: Schema<Output>) {
  return v.object({ data: eachOnceOf(record), meta: PageMeta })
}
