/** Characters that do not change a word: diacritics, directional marks, joiners, tatweel. */
const IGNORED_CHARACTERS = /[\p{Mn}\p{Cf}\u0640]/gu
/** Letters that Unicode does not decompose, and their usual spelling on keyboards without them. */
const BASE_LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ŋ: 'n',
  ŧ: 't',
  ə: 'e',
}

/**
 * Folds Persian and Latin text for search, for server and device alike: spellings of one word fold to one string.
 * Arabic letters become Persian, diacritics and tatweel are removed, half-spaces and punctuation become spaces, Persian
 * and Arabic digits become ASCII, Latin loses case and accents.
 */
export function fold(text: string): string {
  // Fractions and powers become separate numbers. The half-space is a format character too, but separates words.
  const parted = text.replace(/(?<=[\p{L}\p{N}])\p{No}/gu, ' $&')
  return latinDigits(parted.normalize('NFKD').replaceAll('\u200c', ' ').toLowerCase().replace(IGNORED_CHARACTERS, ''))
    .replace(/[ßæœøłđðþħıŋŧə]/g, (letter) => BASE_LETTERS[letter] ?? letter)
    .replace(/[أإآٱ]/g, 'ا')
    .replace(/[يىئےۍێ]/g, 'ی')
    .replace(/[كڪ]/g, 'ک')
    .replace(/[ةۀەہھ]/g, 'ه')
    .replace(/[ؤۆ]/g, 'و')
    .replace(/ء/g, '')
    .replace(/['’‘`ʼ]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** Replaces Persian and Arabic digits by ASCII digits, for code and number fields. */
export function latinDigits(text: string): string {
  return text
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x06f0))
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x0660))
}
