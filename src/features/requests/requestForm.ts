import * as v from 'valibot'
import { latinDigits } from '#contract/persian.ts'
import {
  NewRequest,
  REQUEST_NAME_MAX,
  REQUEST_NAME_MIN,
  REQUEST_NOTE_MAX,
  YEAR_MAX,
  YEAR_MIN,
} from '#contract/requests.ts'
import { TITLE_TYPES } from '#contract/titleCards.ts'
import { ignoring } from '#data/platform/ignoring.ts'
import { persianDigits } from '#text/format.ts'
import { requestProblemText } from '#text/requests.ts'

export const REQUEST_FIELDS = ['name', 'year', 'imdb', 'note'] as const
export type RequestField = (typeof REQUEST_FIELDS)[number]
/** The message below each field. */
export type RequestErrors = Partial<Record<RequestField, string>>

const Text = v.fallback(v.string(), '')
const Values = v.object({
  name: Text,
  type: v.fallback(v.picklist(TITLE_TYPES), 'movie'),
  // A draft written by the outbox stores a number or null here.
  year: v.fallback(
    v.pipe(
      v.union([v.string(), v.number()]),
      v.transform((year) => (typeof year === 'number' ? persianDigits(year) : year)),
    ),
    '',
  ),
  imdb: Text,
  note: Text,
})
/** The form's values, as typed. */
export type RequestValues = v.InferOutput<typeof Values>

export const NO_VALUES: RequestValues = { name: '', type: 'movie', year: '', imdb: '', note: '' }

export function isBlank(values: RequestValues): boolean {
  return REQUEST_FIELDS.every((field) => values[field].trim() === '')
}

/** Serialises the form for its draft; an empty form yields an empty string. */
export function writeDraftText(values: RequestValues): string {
  return isBlank(values) ? '' : JSON.stringify(values)
}

/** Parses a draft, written either by the form or by the outbox. */
export function readDraftText(text: string): RequestValues {
  try {
    return v.parse(v.fallback(Values, NO_VALUES), JSON.parse(text))
  } catch (failure) {
    ignoring('SyntaxError')(failure)
    return NO_VALUES
  }
}

export function valuesOf({ name, type, year, imdb, note }: NewRequest): RequestValues {
  return { name, type, year: year === null ? '' : persianDigits(year), imdb: imdb ?? '', note: note ?? '' }
}

/** A Jalali year begins in March of the Gregorian year with this distance. */
const JALALI_DISTANCE = 621

/** The Gregorian year in which a Jalali year begins. The two ranges of allowed years do not overlap. */
function gregorianYear(year: number): number {
  return year < YEAR_MIN && year + JALALI_DISTANCE >= YEAR_MIN ? year + JALALI_DISTANCE : year
}

/** The Gregorian year of a typed Jalali year, in Persian digits; undefined for any other text. */
export function convertedYear(text: string): string | undefined {
  const year = Number(latinDigits(text.trim()))
  return gregorianYear(year) === year || !Number.isInteger(year) ? undefined : persianDigits(gregorianYear(year))
}

/** Validates the form with the contract's schema. */
export function checkRequest(
  values: RequestValues,
): { ok: true; request: NewRequest } | { ok: false; errors: RequestErrors } {
  const [year, imdb, note] = [latinDigits(values.year.trim()), values.imdb.trim(), values.note.trim()]
  const read = v.safeParse(NewRequest, {
    name: values.name,
    type: values.type,
    year: year === '' ? null : /^\d{1,4}$/.test(year) ? gregorianYear(Number(year)) : Number.NaN,
    imdb: imdb === '' ? null : imdb,
    note: note === '' ? null : note,
  })
  if (read.success) return { ok: true, request: read.output }
  const errors: RequestErrors = {}
  for (const issue of read.issues) {
    const field = REQUEST_FIELDS.find((one) => one === issue.path?.[0]?.key)
    if (field === undefined || errors[field] !== undefined) continue
    errors[field] = problemText(values[field].trim() === '' ? 'required' : issue.message)
  }
  return { ok: false, errors }
}

/** Maps the server's messages to the form's fields; `rest` are those of other fields. */
export function fieldErrors(fields: Record<string, string[]>): { errors: RequestErrors; rest: string[] } {
  const errors: RequestErrors = {}
  const rest: string[] = []
  for (const [name, [sentence = '']] of Object.entries(fields)) {
    const field = REQUEST_FIELDS.find((one) => one === name)
    if (sentence === '') continue
    if (field) errors[field] = sentence
    else rest.push(sentence)
  }
  return { errors, rest }
}

const LIMITS = {
  nameMin: REQUEST_NAME_MIN,
  nameMax: REQUEST_NAME_MAX,
  yearMin: YEAR_MIN,
  yearMax: YEAR_MAX,
  noteMax: REQUEST_NOTE_MAX,
}

function problemText(problem: string): string {
  const known = (Object.keys(requestProblemText) as (keyof typeof requestProblemText)[]).find((one) => one === problem)
  return requestProblemText[known ?? 'required'](LIMITS)
}
