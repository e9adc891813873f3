import * as v from 'valibot'
import { Person, PersonCard, type PersonRole, peopleApi } from '#contract/people.ts'
import { PageMeta } from '#contract/shapes.ts'
import { TitleCard, type TitleOrder } from '#contract/titleCards.ts'
import { device } from '#data/database/device.ts'
import { readFromDevice } from '#data/database/deviceRead.ts'
import { type Read, read } from '#data/network/cachedRead.ts'
import { call } from '#data/network/call.ts'
import { ignoring, STORAGE_ERRORS } from '#data/platform/ignoring.ts'
import { rememberCards, rememberPeople } from './cardCache.ts'

export async function searchMenuPeople(q: string, signal?: AbortSignal): Promise<PersonCard[]> {
  const { data } = await call(peopleApi.search, { query: { q } }, { signal })
  await rememberPeople(data).catch(ignoring(...STORAGE_ERRORS))
  return data
}

/** People found by a query; cached, so that a repeated search works offline. */
export function peopleSearch(q: string): Read<PersonCard[]> {
  return read({
    key: ['people', 'search', q],
    shape: v.array(PersonCard),
    fetch: async (options) => (await call(peopleApi.search, { query: { q } }, options)).data,
    remember: rememberPeople,
  })
}

const PersonPage = v.object({ data: v.object({ ...Person.entries, titles: v.array(TitleCard) }), meta: PageMeta })
/** A person with one page of their titles in a role. */
export type PersonPage = v.InferOutput<typeof PersonPage>

/** Which titles of a person to list. Without `role`, the server picks the one with more titles. */
export interface PersonView {
  role: PersonRole | undefined
  order: TitleOrder
  page: number
}

export function person(id: number, { role, order, page }: PersonView): Read<PersonPage> {
  const query = {
    ...(role !== undefined && { role }),
    ...(order !== 'newest' && { order_by: order }),
    ...(page > 1 && { page }),
  }
  return read({
    key: ['people', 'show', id, query],
    shape: PersonPage,
    fetch: (options) => call(peopleApi.show, { params: { id }, query }, options),
    partial: async ({ packedPerson }) => packedPerson(id, role),
    async remember({ data }) {
      await rememberPeople([data])
      await rememberCards([...data.knownFor, ...data.titles])
    },
  })
}

/** Returns the cached card of a person, for the page header before the page has loaded. */
export async function cachedPerson(id: number): Promise<PersonCard | undefined> {
  const { people } = await device()
  const cached = await readFromDevice(async () => people.get(id))
  const read = v.safeParse(PersonCard, cached?.person)
  return read.success ? read.output : undefined
}
