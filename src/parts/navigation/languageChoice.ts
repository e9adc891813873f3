import { FILE_LANGUAGES } from '#contract/files.ts'
import type { TitleCard } from '#contract/titleCards.ts'
import { useStoredChoice } from '#ui/browser/useStoredChoice.ts'

/** No language is chosen. */
export const ALL = 'all'
export const LANGUAGE_CHOICES = [ALL, ...FILE_LANGUAGES] as const
export type LanguageChoice = (typeof LANGUAGE_CHOICES)[number]

/** The language of the version that the user chose last, for any title. Files and playback share it. */
export function useLanguageChoice(): [LanguageChoice, (choice: LanguageChoice) => void] {
  return useStoredChoice('parde-file-language', LANGUAGE_CHOICES)
}

/** Whether the choice is the dubbed version; undefined without a choice. */
export function isDubChosen(choice: LanguageChoice): boolean | undefined {
  return choice === ALL ? undefined : choice === 'dubbed'
}

/** The language of a title's dubbed or other version. */
export function languageOfVersion({ hasSubtitle }: TitleCard, dub: boolean): LanguageChoice {
  return dub ? 'dubbed' : hasSubtitle ? 'subtitled' : 'original'
}
