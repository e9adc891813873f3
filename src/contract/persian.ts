/**
 * Folding of Persian and Latin text for search, one for server and device: two texts that a person would call the
 * same fold to the same string. Arabic letters become the Persian ones, diacritics and tatweel go, half-spaces and
 * punctuation become spaces, Persian and Arabic digits become ASCII, Latin loses case and accents.
 */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(
      /[\u0300-\u036f\u064b-\u065f\u0670\u0610-\u061a\u06d6-\u06ed\u0640\u200e\u200f\u202a-\u202e\u2066-\u2069]/g,
      '',
    )
    .toLowerCase()
    .replace(/[أإآٱ]/g, 'ا')
    .replace(/[يىئ]/g, 'ی')
    .replace(/ك/g, 'ک')
    .replace(/[ةۀە]/g, 'ه')
    .replace(/ؤ/g, 'و')
    .replace(/ء/g, '')
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x06f0))
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x0660))
    .replace(/['’‘`]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** The words of a folded text, each once. */
export function words(text: string): string[] {
  const folded = fold(text)
  return folded === '' ? [] : [...new Set(folded.split(' '))]
}

/** A text with Persian and Arabic digits turned into ASCII ones: what people type into code and number fields. */
export function latinDigits(text: string): string {
  return text
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x06f0))
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x0660))
}
