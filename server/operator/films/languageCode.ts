import { ignoring } from '#server/platform/reportError.ts'

const known = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })

/** Whether a track's title is the English name of its language, and so says nothing more. */
export function isLanguageName(title: string, lang: string): boolean {
  return known.of(lang)?.toLowerCase() === title.toLowerCase()
}

/** The shortest code of a language, as in BCP 47: `per` is `fa`, `pt-br` is `pt`. Undefined if `text` names none. */
export function languageCode(text: string): string | undefined {
  try {
    const { language } = new Intl.Locale(text)
    return language !== 'und' && known.of(language) ? new Intl.Locale(text).minimize().baseName : undefined
  } catch (error) {
    ignoring('reading the code of a language', 'RangeError')(error)
    return undefined
  }
}
