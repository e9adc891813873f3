/**
 * The phonetic key of a word in ASCII: letters that Persian speakers pronounce alike, and confuse in writing, become
 * one. PostgreSQL builds trigrams of ASCII in every locale, but of Persian letters only in some.
 */
export function phoneticOf(word: string): string {
  return [...word].map((letter) => (/[a-z0-9]/.test(letter) ? letter : (PHONETIC_LETTERS[letter] ?? ''))).join('')
}

/**
 * As escapes, since code contains no Persian: alef, be, pe, te, se, jim, che, he, khe, dal, zal, re, ze, zhe, sin, ...
 */
const PHONETIC_LETTERS: Readonly<Record<string, string>> = {
  '\u0627': 'a',
  '\u0628': 'b',
  '\u067e': 'p',
  '\u062a': 't',
  '\u0637': 't',
  '\u062b': 's',
  '\u0633': 's',
  '\u0635': 's',
  '\u062c': 'j',
  '\u0686': 'c',
  '\u062d': 'h',
  '\u0647': 'h',
  '\u062e': 'x',
  '\u062f': 'd',
  '\u0630': 'z',
  '\u0632': 'z',
  '\u0636': 'z',
  '\u0638': 'z',
  '\u0631': 'r',
  '\u0698': 'j',
  '\u0634': 'w',
  '\u0639': 'e',
  '\u063a': 'q',
  '\u0642': 'q',
  '\u0641': 'f',
  '\u06a9': 'k',
  '\u06af': 'g',
  '\u0644': 'l',
  '\u0645': 'm',
  '\u0646': 'n',
  '\u0648': 'v',
  '\u06cc': 'i',
}
