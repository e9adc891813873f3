import * as v from 'valibot'
import { Person, PersonCard, type PersonRole, peopleApi } from '#contract/people.ts'
import { PageMeta } from '#contract/shapes.ts'
import { TitleCard, type TitleOrder } from '#contract/titleCards.ts'
import { device } from '#data/database/device.ts'
import { type Read, read } from '#data/network/cachedRead.ts'
import { call } from '#data/network/call.ts'
import { rememberCards, rememberPeople } from './seenCards.ts'

export async function searchMenuPeople(q: string, signal?: AbortSignal): Promise<PersonCard[]> {
  const { data } = await call(peopleApi.search, { query: { q } }, { signal })
  await rememberPeople(data).catch(() => undefined)
  return data
}

const PersonPage = v.object({ data: v.object({ ...Person.entries, titles: v.array(TitleCard) }), meta: PageMeta })
/** A person, and a page of the works in a role. */
export type PersonPage = v.InferOutput<typeof PersonPage>

/** What is to be seen of a person; no role is the one with more works. */
export interface PersonSight {
  role: PersonRole | undefined
  order: TitleOrder
  page: number
}

export function person(id: number, { role, order, page }: PersonSight): Read<PersonPage> {
  const query = {
    ...(role !== undefined && { role }),
    ...(order !== 'newest' && { order_by: order }),
    ...(page > 1 && { page }),
  }
  return read({
    key: ['people', 'show', id, query],
    shape: PersonPage,
    fetch: (options) => call(peopleApi.show, { params: { id }, query }, options),
    async remember({ data }) {
      await rememberPeople([data])
      await rememberCards([...data.knownFor, ...data.titles])
    },
  })
}

/** What this device knows of a person without having opened the page: enough for its head. */
export async function seenPerson(id: number): Promise<PersonCard | undefined> {
  const kept = await (await device()).people.get(id).catch(() => undefined)
  const read = v.safeParse(PersonCard, kept?.person)
  return read.success ? read.output : undefined
}
