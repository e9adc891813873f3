import type { FileLanguage, Stream, Subtitle } from '#contract/files.ts'
import { mediaWords } from '#server/text/messages.ts'
import type { Encoding } from './fileIds.ts'
import { SUBTITLES, type Voice } from './film.ts'
import type { PlayableTitleRow, Work } from './playableTitles.ts'
import type { Offer } from './playlists.ts'

/** The tracks of a version for its master playlist. */
export function offerOf(work: Work, fileId: number): Offer {
  const language = languageOf(work, fileId)
  return { language, audios: audiosOf(work.title, language), subtitles: subtitlesOf(work.title, '') }
}

/** The audio tracks of a title, the version's own first. */
export function audiosOf(
  { isDubbed, languages }: Pick<PlayableTitleRow, 'isDubbed' | 'languages'>,
  language: FileLanguage,
): Stream['audios'] {
  const [lang = 'und'] = languages
  const voices: Voice[] = isDubbed ? ['original', 'dubbed'] : ['original']
  const audios = voices.map((voice) => ({
    language: voice,
    lang: voice === 'dubbed' ? 'fa' : lang,
    label: voice === 'dubbed' ? mediaWords.dubbed : mediaWords.original(lang),
    isDefault: voice === voiceOf(language),
    playlist: `audio-${voice}/index.m3u8`,
  }))
  return audios.toSorted((one, other) => Number(other.isDefault) - Number(one.isDefault))
}

export function subtitlesOf({ hasSubtitle }: { hasSubtitle: boolean }, base: string): Subtitle[] {
  if (!hasSubtitle) return []
  return SUBTITLES.map((lang) => ({ lang, label: mediaWords.language(lang), url: `${base}/subtitles-${lang}.vtt` }))
}

/** The prepared download of an encoding. */
export function downloadOf(language: FileLanguage, { source }: Encoding): string {
  return `${source}-${voiceOf(language)}`
}

export function languageOf({ versions }: Work, fileId: number): FileLanguage {
  return versions.find(({ files }) => files.some(({ id }) => id === fileId))?.language ?? 'original'
}

function voiceOf(language: FileLanguage): Voice {
  return language === 'dubbed' ? 'dubbed' : 'original'
}
