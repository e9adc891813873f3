/** Hostile texts, by what they attack. Tests put each into every field. */
export const HOSTILE_TEXTS: Record<string, string> = {
  html: '<script>alert(1)</script><img src=x onerror=alert(1)>',
  sql: `'; drop table users; --`,
  'sql wildcards': `%_\\%' or '1'='1`,
  bidi: '\u202egnp.exe\u202c\u2066x\u2069\u200f',
  emoji: '👩‍👩‍👧‍👦🏳️‍🌈💣',
  null: 'a\u0000b',
  'half a surrogate pair': 'a\ud83db',
  controls: '\u0001\u0008\u001b[31m\r\nSet-Cookie: x=y',
  overlong: 'آ'.repeat(20_000),
  template: '$\u007b7*7}{{7*7}}%s%n../../etc/passwd',
  empty: '',
  blank: ' \u200c\t ',
}

/** Values that are not text. */
export const HOSTILE_VALUES: Record<string, unknown> = {
  null: null,
  number: 7,
  negative: -1,
  huge: 1e308,
  yes: true,
  list: ['a'],
  object: { $ne: null },
  'deep object': JSON.parse('{"__proto__":{"admin":true},"constructor":{"prototype":{}}}'),
}
