import * as v from 'valibot'
import { PERSON_ROLES, type PersonRole, peopleApi } from '#contract/people.ts'
import type { TitleOrder } from '#contract/titleCards.ts'
import { normalizeWord } from '#parts/navigation/normalizeWord.ts'

/** Order and page of a person's works. */
export interface WorksView {
  order: TitleOrder
  page: number
}

/** The view in the address; defaults are omitted. */
export interface PersonAddress {
  order_by?: TitleOrder | undefined
  page?: number | undefined
}

/** Parses the address; unknown values become the defaults. */
export function readWorksView(raw: PersonAddress | Record<string, unknown>): WorksView {
  const { order_by, page } = raw
  const read = v.parse(peopleApi.show.query, { order_by: normalizeWord(order_by), page })
  return { order: read.order_by, page: read.page }
}

export function writeWorksView({ order, page }: WorksView): PersonAddress {
  return { order_by: order === 'newest' ? undefined : order, page: page === 1 ? undefined : page }
}

/** Parses a role; undefined selects the person's main role. */
export function readRole(text: string): PersonRole | undefined {
  return PERSON_ROLES.find((role) => role === normalizeWord(text))
}
