import * as v from 'valibot'
import type { Schema } from './endpoint.ts'
import { PAGE_MAX, PER_PAGE_MAX, QUERY_MAX } from './limits.ts'
import { latinDigits } from './persian.ts'

/** A field that another backend may leave out or get wrong without spoiling the record around it. */
export function lenient<Output>(schema: Schema<Output>, fallback: NoInfer<Output>) {
  return v.fallback(schema, fallback)
}

/** A list in which one unreadable item costs that item alone. */
export function listOf<Output>(item: Schema<Output>) {
  return v.pipe(
    v.array(v.unknown()),
    v.transform((raw): Output[] =>
      raw.flatMap((one) => {
        const read = v.safeParse(item, one)
        return read.success ? [read.output] : []
      }),
    ),
  )
}

/** The same of records: a second one of an id is left out, since nobody can show one thing in two places. */
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
/** An id in a path or a query, where everything is text. */
export const IdText = v.pipe(v.string(), v.regex(/^[1-9]\d{0,14}$/), v.transform(Number))
export const IsoTime = v.pipe(v.string(), v.isoTimestamp())
export const Version = v.pipe(v.number(), v.integer(), v.minValue(0))

/** The whole number in a text or a number; NaN in anything else, whatever it is: an address can hold any shape. */
export function wholeNumber(raw: unknown): number {
  if (typeof raw === 'string') return Math.floor(Number(latinDigits(raw)))
  return typeof raw === 'number' ? Math.floor(raw) : Number.NaN
}

/** `page` of a list: what is no number, or below one, is the first page; what is absurdly high, the highest. */
export const PageText = v.pipe(
  v.unknown(),
  v.transform((raw) => {
    const page = wholeNumber(raw)
    return Number.isFinite(page) && page >= 1 ? Math.min(page, PAGE_MAX) : 1
  }),
)
export const PerPageText = v.pipe(
  v.unknown(),
  v.transform((raw) => {
    const size = wholeNumber(raw)
    return Number.isFinite(size) && size >= 1 ? Math.min(size, PER_PAGE_MAX) : undefined
  }),
)
/** A yes/no of the URL: `1` and `true` say yes, all else no. */
export const FlagText = v.pipe(
  v.unknown(),
  v.transform((raw) => raw === '1' || raw === 'true' || raw === true || raw === 1),
)
/** A search text: anything that is no text is empty; cut to `QUERY_MAX` characters; control characters go. */
export const QueryText = v.pipe(
  v.unknown(),
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
