import * as v from 'valibot'
import { PersonCard, peopleApi } from '#contract/people.ts'
import { call } from './call.ts'
import { clock } from './clock.ts'
import { device } from './device.ts'

export async function searchMenuPeople(q: string, signal?: AbortSignal): Promise<PersonCard[]> {
  const { data } = await call(peopleApi.search, { query: { q } }, { signal })
  await learnPeople(data).catch(() => undefined)
  return data
}

/** Notes people for offline search. */
export async function learnPeople(people: PersonCard[]) {
  const at = clock.now()
  await device.people.bulkPut(people.map((person) => ({ id: person.id, person: v.parse(PersonCard, person), at })))
}
