import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { searchMenuPeople } from '#data/areas/people.ts'
import { titleSearch } from '#data/areas/titles.ts'
import { deviceDatabase as kept } from '#data/database/deviceDatabase.ts'
import { searchSeenPeople, searchSeenTitles } from '#data/search/deviceSearch.ts'
import { aSeenIndex } from '#data/search/searchIndex.ts'
import { aDevice, type TestDevice } from '#tests/harness/device.ts'
import { HOSTILE, PEOPLE, TITLES } from '#tests/harness/searchQueries.ts'

describe('a device that has seen the catalogue', () => {
  let device: TestDevice
  beforeAll(async () => {
    device = await aDevice()
    for (let page = 1, last = 1; page <= last; page++) {
      const search = titleSearch({ order_by: 'votes', per_page: 100, page })
      const found = await search.fetch({})
      await search.store(found)
      last = found.meta.lastPage
    }
    for (const [query] of PEOPLE) await searchMenuPeople(query)
    device.goOffline()
  })
  afterAll(() => device.close())

  test.each(TITLES)('%s finds %s first', async (q, first) => {
    expect((await searchSeenTitles(q, 20)).map(({ titleEn }) => titleEn).at(0)).toBe(first)
  })

  test.each(PEOPLE)('%s finds %s first', async (q, first) => {
    expect((await searchSeenPeople(q, 20)).map(({ fullnameEn }) => fullnameEn).at(0)).toBe(first)
  })

  test.each(HOSTILE)('answers %j calmly', async (q) => {
    expect((await searchSeenTitles(q, 20)).length).toBeLessThanOrEqual(20)
    expect((await searchSeenPeople(q, 20)).length).toBeLessThanOrEqual(20)
  })

  test('what is forgotten is found no more, what is learnt is found at once, whatever the clock says', async () => {
    const [card] = await searchSeenTitles('casablanca', 1)
    if (!card) throw new Error('it was just found')
    await kept.cards.delete(card.id)
    expect(await searchSeenTitles('casablanca', 1)).toEqual([])
    await kept.cards.put({ id: card.id, card: { ...card, titleFa: 'نامی دیگر' }, at: 0 })
    expect(await searchSeenTitles('نامی دیگر', 1)).toMatchObject([{ id: card.id }])
    await kept.cards.put({ id: card.id, card, at: Date.now() })
    expect(await searchSeenTitles('نامی دیگر', 1)).toEqual([])
    expect(await searchSeenTitles('کازابلانکا', 1)).toEqual([card])
  })

  test('rows that nobody can read are passed over', async () => {
    await kept.cards.put({ id: 999_999_999, card: null as never, at: Date.now() })
    expect(await searchSeenTitles('پدرخوانده', 1)).toMatchObject([{ titleEn: 'The Godfather' }])
    await kept.cards.delete(999_999_999)
  })
})

describe('the index of what was seen', () => {
  const words = [
    'پدر',
    'خوانده',
    'پدر‌خوانده',
    'شب',
    'the',
    'godfather',
    'dark',
    'knight',
    '2',
    'دو',
    'الف',
    'a',
    '%',
    '',
  ]
  const names = fc.array(
    fc.array(fc.constantFrom(...words), { maxLength: 4 }).map((list) => list.join(' ')),
    {
      maxLength: 3,
    },
  )
  const change = fc.oneof(
    { weight: 3, arbitrary: fc.record({ id: fc.integer({ min: 1, max: 12 }), names, weight: fc.nat({ max: 3 }) }) },
    { weight: 1, arbitrary: fc.record({ id: fc.integer({ min: 1, max: 12 }) }) },
  )
  const queries = fc.array(fc.constantFrom(...words, 'پدرخونده', 'godfahter', 'kni', 'da', 'first'), {
    minLength: 1,
    maxLength: 3,
  })

  test('however it came to be, answers as one made at once of the same', () => {
    fc.assert(
      fc.property(
        fc.array(change, { maxLength: 40 }),
        fc.array(queries, { minLength: 1, maxLength: 5 }),
        (changes, asked) => {
          const grown = aSeenIndex()
          const last = new Map<number, { names: string[]; weight: number }>()
          for (const [at, one] of changes.entries()) {
            if ('names' in one) {
              grown.put(one.id, one.names, one.weight)
              last.set(one.id, one)
            } else {
              grown.remove(one.id)
              last.delete(one.id)
            }
            // A query between changes settles the words, as it does in life.
            if (at % 5 === 0) grown.find('پد', 3)
          }
          const made = aSeenIndex()
          for (const [id, one] of last) made.put(id, one.names, one.weight)
          expect(grown.size).toBe(made.size)
          for (const query of asked.map((list) => list.join(' '))) {
            for (const most of [1, 3, 20]) expect(grown.find(query, most)).toEqual(made.find(query, most))
          }
        },
      ),
      { numRuns: 300 },
    )
  })
})
