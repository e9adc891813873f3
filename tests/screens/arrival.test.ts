import { beforeEach, expect, test, vi } from 'vitest'
import { readReferral, removeArrivalQuery, storeReferral } from '#app/referral.ts'
import { readCookieNow } from '#data/platform/cookies.ts'

beforeEach(() => {
  // biome-ignore lint/suspicious/noDocumentCookie: the test looks at what the browser keeps
  document.cookie = 'ref=; Path=/; Max-Age=0'
})

test('who brought a person here is kept in the cookie ref for seven days', () => {
  const written = vi.spyOn(document, 'cookie', 'set')
  storeReferral('?r=ad&q=1')
  expect(written).toHaveBeenCalledWith(expect.stringMatching(/^ref=ad; Path=\/; SameSite=Lax; Max-Age=604800/))
  written.mockRestore()
  expect(readCookieNow('ref')).toBe('ad')
})

test('a later one does not take the place of the first', () => {
  storeReferral('?r=first')
  storeReferral('?r=second')
  expect(readCookieNow('ref')).toBe('first')
})

test('an address without r leaves no cookie', () => {
  storeReferral('?q=r')
  expect(readCookieNow('ref')).toBeUndefined()
})

test('r may be Persian', () => {
  storeReferral(`?r=${encodeURIComponent('دوست')}`)
  expect(readCookieNow('ref')).toBe('دوست')
})

test.each([
  ['empty', '?r='],
  ['blank', '?r=%20%20'],
  ['endless', `?r=${'a'.repeat(101)}`],
  ['two lines', '?r=a%0ab'],
  ['another cookie in it is only text', '?r=a%3B%20token%3Dx'],
  ['turned around', '?r=a%E2%80%AEb'],
])('%s', (_, search) => {
  expect(readReferral(search)).toBeUndefined()
})

test.each([
  ['/?r=ad&utm_source=x#search', '/#search'],
  ['/?r=ad&q=x', '/?r=ad&q=x'],
  ['/tv?r=ad', '/tv?r=ad'],
])('what the address says of it goes from the plain home: %s', (address, settled) => {
  const state = { key: 'own' }
  history.replaceState(state, '', address)
  removeArrivalQuery()
  const { pathname, search, hash } = location
  expect(`${pathname}${search}${hash}`).toBe(settled)
  expect(history.state).toEqual(state)
})
