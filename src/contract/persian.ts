/** Signs that change nothing about which word it is: diacritics, marks of direction, joiners, tatweel. */
const UNHEARD = /[\p{Mn}\p{Cf}\u0640]/gu
/** Letters that Unicode does not take apart, and what they are written as where they are not on the keyboard. */
const PLAIN: Readonly<Record<string, string>> = {
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
 * Folding of Persian and Latin text for search, one for server and device: two texts that a person would call the
 * same fold to the same string. Arabic letters become the Persian ones, diacritics and tatweel go, half-spaces and
 * punctuation become spaces, Persian and Arabic digits become ASCII, Latin loses case and accents.
 */
export function fold(text: string): string {
  // A fraction or a power is a number of its own; the half-space is a sign of format too, and parts.
  const parted = text.replace(/(?<=[\p{L}\p{N}])\p{No}/gu, ' $&')
  return latinDigits(parted.normalize('NFKD').replaceAll('\u200c', ' ').toLowerCase().replace(UNHEARD, ''))
    .replace(/[ßæœøłđðþħıŋŧə]/g, (letter) => PLAIN[letter] ?? letter)
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

/** A text with Persian and Arabic digits turned into ASCII ones: what people type into code and number fields. */
export function latinDigits(text: string): string {
  return text
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x06f0))
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x0660))
}
