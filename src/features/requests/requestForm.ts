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
import { persianDigits } from '#text/format.ts'
import { requestProblemText } from '#text/requests.ts'

export const REQUEST_FIELDS = ['name', 'year', 'imdb', 'note'] as const
export type RequestField = (typeof REQUEST_FIELDS)[number]
/** Per field, the sentence that stands under it. */
export type RequestErrors = Partial<Record<RequestField, string>>

const Text = v.fallback(v.string(), '')
const Values = v.object({
  name: Text,
  type: v.fallback(v.picklist(TITLE_TYPES), 'movie'),
  // A draft of the queue's making has a number, or nothing.
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
/** What stands in the form, as typed. */
export type RequestValues = v.InferOutput<typeof Values>

export const NO_VALUES: RequestValues = { name: '', type: 'movie', year: '', imdb: '', note: '' }

export function isBlank(values: RequestValues): boolean {
  return REQUEST_FIELDS.every((field) => values[field].trim() === '')
}

/** The text that a draft keeps; empty when nothing was typed. */
export function writeDraftText(values: RequestValues): string {
  return isBlank(values) ? '' : JSON.stringify(values)
}

/** The form as a draft has it, whether the form or the queue wrote it. */
export function readDraftText(text: string): RequestValues {
  try {
    return v.parse(v.fallback(Values, NO_VALUES), JSON.parse(text))
  } catch {
    return NO_VALUES
  }
}

export function valuesOf({ name, type, year, imdb, note }: NewRequest): RequestValues {
  return { name, type, year: year === null ? '' : persianDigits(year), imdb: imdb ?? '', note: note ?? '' }
}

/** Checks by the contract's own rules what is about to be sent. */
export function checkRequest(
  values: RequestValues,
): { ok: true; wish: NewRequest } | { ok: false; errors: RequestErrors } {
  const [year, imdb, note] = [latinDigits(values.year.trim()), values.imdb.trim(), values.note.trim()]
  const read = v.safeParse(NewRequest, {
    name: values.name,
    type: values.type,
    year: year === '' ? null : /^\d{1,4}$/.test(year) ? Number(year) : Number.NaN,
    imdb: imdb === '' ? null : imdb,
    note: note === '' ? null : note,
  })
  if (read.success) return { ok: true, wish: read.output }
  const errors: RequestErrors = {}
  for (const issue of read.issues) {
    const field = REQUEST_FIELDS.find((one) => one === issue.path?.[0]?.key)
    if (field === undefined || errors[field] !== undefined) continue
    errors[field] = problemWords(values[field].trim() === '' ? 'required' : issue.message)
  }
  return { ok: false, errors }
}

/** The server's sentences, each to its field; what belongs to none comes back in `rest`. */
export function placeErrors(fields: Record<string, string[]>): { errors: RequestErrors; rest: string[] } {
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

function problemWords(problem: string): string {
  const known = (Object.keys(requestProblemText) as (keyof typeof requestProblemText)[]).find((one) => one === problem)
  return requestProblemText[known ?? 'required'](LIMITS)
}
