import { beforeEach, expect, test, vi } from 'vitest'
import { readReferral, removeArrivalQuery, storeReferral } from '#app/referral.ts'
import { readCookieNow } from '#data/platform/cookies.ts'

beforeEach(() => {
  // biome-ignore lint/suspicious/noDocumentCookie: the test looks at what the browser keeps
  document.cookie = 'ref=; Path=/; Max-Age=0'
})

test('stores the referral in the cookie ref for seven days', () => {
  const written = vi.spyOn(document, 'cookie', 'set')
  storeReferral('?r=ad&q=1')
  expect(written).toHaveBeenCalledWith(expect.stringMatching(/^ref=ad; Path=\/; SameSite=Lax; Max-Age=604800/))
  written.mockRestore()
  expect(readCookieNow('ref')).toBe('ad')
})

test('keeps the first referral when a later one arrives', () => {
  storeReferral('?r=first')
  storeReferral('?r=second')
  expect(readCookieNow('ref')).toBe('first')
})

test('sets no cookie for an address without r', () => {
  storeReferral('?q=r')
  expect(readCookieNow('ref')).toBeUndefined()
})

test('accepts a Persian referral', () => {
  storeReferral(`?r=${encodeURIComponent('دوست')}`)
  expect(readCookieNow('ref')).toBe('دوست')
})

test.each([
  ['an empty referral', '?r='],
  ['a blank referral', '?r=%20%20'],
  ['a long referral', `?r=${'a'.repeat(101)}`],
  ['a line break', '?r=a%0ab'],
  ['a second cookie', '?r=a%3B%20token%3Dx'],
  ['a bidirectional override', '?r=a%E2%80%AEb'],
])('ignores %s', (_, search) => {
  expect(readReferral(search)).toBeUndefined()
})

test.each([
  ['/?r=ad&utm_source=x#search', '/#search'],
  ['/?r=ad&q=x', '/?r=ad&q=x'],
  ['/tv?r=ad', '/tv?r=ad'],
])('removes the referral from the address of the home screen only: %s', (address, settled) => {
  const state = { key: 'own' }
  history.replaceState(state, '', address)
  removeArrivalQuery()
  const { pathname, search, hash } = location
  expect(`${pathname}${search}${hash}`).toBe(settled)
  expect(history.state).toEqual(state)
})
