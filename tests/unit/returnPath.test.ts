import { expect, test } from 'vitest'
import { readReturnPath } from '#features/account/signIn/returnPath.ts'

test.each([
  ['/user/watchlist', '/user/watchlist'],
  ['/user/watchlist?sort=year&q=پدر', '/user/watchlist?sort=year&q=%D9%BE%D8%AF%D8%B1'],
  ['/titles/12/%D9%BE%D8%AF%D8%B1#cast', '/titles/12/%D9%BE%D8%AF%D8%B1#cast'],
  ['/?order_by=votes&type=all&q=godfather', '/?order_by=votes&type=all&q=godfather'],
  ['/search?next=https://example.com/', '/search?next=https://example.com/'],
  ['/a/../tv', '/tv'],
  ['/authors', '/authors'],
])('returns to %s after sign-in', (raw, path) => {
  expect(readReturnPath(raw)).toBe(path)
})

test.each([
  ['another site', 'https://evil.example/'],
  ['another scheme', 'javascript:alert(1)'],
  ['a scheme after a blank', ' javascript:alert(1)'],
  ['a scheme split by a line break', 'java\nscript:alert(1)'],
  ['a data address', 'data:text/html,x'],
  ['two slashes', '//evil.example'],
  ['three slashes', '///evil.example'],
  ['a backslash', '/\\evil.example'],
  ['two backslashes', '\\\\evil.example'],
  ['a backslash further on', '/ok\\..\\evil'],
  ['an encoded backslash', '/%5Cevil.example'],
  ['an encoded second slash', '/%2Fevil.example'],
  ['dots that fall away', '/.//evil.example'],
  ['dots that climb', '/a/..//evil.example'],
  ['a tab that falls away', '/\t/evil.example'],
  ['a line break that falls away', '/\n/evil.example'],
  ['an encoded line break', '/%0a/evil.example'],
  ['a null', '/\u0000/evil'],
  ['text turned around', '/\u202Eelpmaxe.live'],
  ['a line separator', '/a\u2028b'],
  ['no slash at the start', 'user/watchlist'],
  ['a name before an at', '@evil.example'],
  ['a broken escape', '/%E0%A4%A'],
  ['signing in again', '/auth/login?redirect=/auth/login'],
  ['signing out', '/auth/logout'],
  ['signing out, disguised', '/AUTH/Logout'],
  ['signing out, encoded', '/%61uth/logout'],
  ['signing out, by a way round', '/tv/../auth/logout'],
  ['nothing', ''],
  ['an endless one', `/${'a'.repeat(5000)}`],
  ['a number', 7],
  ['a list', ['/user/watchlist']],
  ['an object', { href: '/user/watchlist' }],
  ['null', null],
  ['undefined', undefined],
])('returns home for %s', (_, raw) => {
  expect(readReturnPath(raw)).toBe('/')
})
