import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { searchMenuPeople } from '#data/areas/people.ts'
import { titleSearch } from '#data/areas/titles.ts'
import { deviceDatabase } from '#data/database/deviceDatabase.ts'
import { searchDevicePeople, searchDeviceTitles } from '#data/search/deviceSearch.ts'
import { createSearchIndex } from '#data/search/searchIndex.ts'
import { createDevice, type TestDevice } from '#tests/harness/device.ts'
import { HOSTILE, PEOPLE, TITLES } from '#tests/harness/fixtures/searchQueries.ts'

describe('on-device search over the whole catalogue', () => {
  let device: TestDevice
  beforeAll(async () => {
    device = await createDevice()
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
    expect((await searchDeviceTitles(q, 20)).map(({ titleEn }) => titleEn).at(0)).toBe(first)
  })

  test.each(PEOPLE)('%s finds %s first', async (q, first) => {
    expect((await searchDevicePeople(q, 20)).map(({ fullnameEn }) => fullnameEn).at(0)).toBe(first)
  })

  test.each(HOSTILE)('answers the hostile query %j within the limit', async (q) => {
    expect((await searchDeviceTitles(q, 20)).length).toBeLessThanOrEqual(20)
    expect((await searchDevicePeople(q, 20)).length).toBeLessThanOrEqual(20)
  })

  test('drops removed cards and finds added and renamed ones at once', async () => {
    const [card] = await searchDeviceTitles('casablanca', 1)
    if (!card) throw new Error('no result')
    await deviceDatabase.cards.delete(card.id)
    expect(await searchDeviceTitles('casablanca', 1)).toEqual([])
    await deviceDatabase.cards.put({ id: card.id, card: { ...card, titleFa: 'نامی دیگر' }, at: 0 })
    expect(await searchDeviceTitles('نامی دیگر', 1)).toMatchObject([{ id: card.id }])
    await deviceDatabase.cards.put({ id: card.id, card, at: Date.now() })
    expect(await searchDeviceTitles('نامی دیگر', 1)).toEqual([])
    expect(await searchDeviceTitles('کازابلانکا', 1)).toEqual([card])
  })

  test('skips unreadable rows', async () => {
    await deviceDatabase.cards.put({ id: 999_999_999, card: null as never, at: Date.now() })
    expect(await searchDeviceTitles('پدرخوانده', 1)).toMatchObject([{ titleEn: 'The Godfather' }])
    await deviceDatabase.cards.delete(999_999_999)
  })
})

describe('search index', () => {
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

  test('answers after incremental changes like an index built from scratch', () => {
    fc.assert(
      fc.property(
        fc.array(change, { maxLength: 40 }),
        fc.array(queries, { minLength: 1, maxLength: 5 }),
        (changes, queryLists) => {
          const incremental = createSearchIndex()
          const last = new Map<number, { names: string[]; weight: number }>()
          for (const [at, changedItem] of changes.entries()) {
            if ('names' in changedItem) {
              incremental.put(changedItem.id, changedItem.names, changedItem.weight)
              last.set(changedItem.id, changedItem)
            } else {
              incremental.remove(changedItem.id)
              last.delete(changedItem.id)
            }
            // A query between changes sorts the words, as in production.
            if (at % 5 === 0) incremental.find('پد', 3)
          }
          const rebuilt = createSearchIndex()
          for (const [id, changedItem] of last) rebuilt.put(id, changedItem.names, changedItem.weight)
          expect(incremental.size).toBe(rebuilt.size)
          for (const query of queryLists.map((list) => list.join(' '))) {
            for (const most of [1, 3, 20]) expect(incremental.find(query, most)).toEqual(rebuilt.find(query, most))
          }
        },
      ),
      { numRuns: 300 },
    )
  })
})
