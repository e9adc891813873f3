import * as v from 'valibot'
import { PERSON_ROLES, type PersonRole, peopleApi } from '#contract/people.ts'
import { IdText } from '#contract/shapes.ts'
import type { TitleOrder } from '#contract/titleCards.ts'
import { normalizeWord } from '#parts/navigation/normalizeWord.ts'

/** Which of a person's works are shown, and in what order. */
export interface WorksSight {
  order: TitleOrder
  page: number
}

/** As the address holds it: what is as usual is left out. */
export interface PersonAddress {
  order_by?: TitleOrder | undefined
  page?: number | undefined
}

/** Unknown values fall to the nearest sense: newest first, from the first page. */
export function readPersonSight(raw: PersonAddress | Record<string, unknown>): WorksSight {
  const { order_by, page } = raw
  const read = v.parse(peopleApi.show.query, { order_by: normalizeWord(order_by), page })
  return { order: read.order_by, page: read.page }
}

export function writePersonSight({ order, page }: WorksSight): PersonAddress {
  return { order_by: order === 'newest' ? undefined : order, page: page === 1 ? undefined : page }
}

/** Nothing for a role nobody has: then it is the person's own. */
export function readRole(text: string): PersonRole | undefined {
  return PERSON_ROLES.find((role) => role === normalizeWord(text))
}

/** Nothing for what cannot be the id of a person. */
export function readPersonId(text: string): number | undefined {
  const read = v.safeParse(IdText, text)
  return read.success ? read.output : undefined
}
