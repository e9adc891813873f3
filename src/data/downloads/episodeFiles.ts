import type { File, FileLanguage } from '#contract/files.ts'

/** Languages in the order in which the server chooses them (`watchApi.show`). */
const BEST_FIRST: readonly FileLanguage[] = ['dubbed', 'subtitled', 'original']
const UNDUBBED_FIRST: readonly FileLanguage[] = ['subtitled', 'original', 'dubbed']

/**
 * Returns the file to download for each episode: of the requested version, or of the one that the server would choose.
 * The best file, since its stream offers every quality. `files` has the highest quality first.
 */
export function episodeFiles(files: readonly File[], dub: boolean | undefined): Map<number, File> {
  const order = dub === false ? UNDUBBED_FIRST : BEST_FIRST
  const rank = ({ language }: File) => order.indexOf(language)
  const chosen = new Map<number, File>()
  for (const file of files) {
    const before = file.episodeId === null ? undefined : chosen.get(file.episodeId)
    if (file.episodeId !== null && (!before || rank(file) < rank(before))) chosen.set(file.episodeId, file)
  }
  return chosen
}

/**
 * Estimates the size of a download of `file` at a maximum height from the files of its episode, in bytes; undefined if
 * the server names no size.
 */
export function estimatedSize(files: readonly File[], file: File, height: number): number | undefined {
  const versions = files.filter(({ episodeId, language }) => episodeId === file.episodeId && language === file.language)
  const fitting = versions.find(({ quality }) => heightOf(quality) <= height) ?? versions.at(-1)
  return fitting?.sizeBytes ?? undefined
}

/** The height of a quality such as `720p`, in px; 0 for other names. */
export function heightOf(quality: string): number {
  return Number.parseInt(quality, 10) || 0
}
