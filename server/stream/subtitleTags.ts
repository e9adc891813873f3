const SUBTITLE_KINDS = ['sdh', 'forced'] as const
/** For deaf people, or only of what is said in other languages. */
export type SubtitleKind = (typeof SUBTITLE_KINDS)[number]

/** A subtitle track among those of a film. */
export interface SubtitleTag {
  /** BCP 47 */
  lang: string
  kind?: SubtitleKind | undefined
  /** 2 for the second one of its language and kind, and so on */
  count: number
}

/** The tag of a subtitle track in BCP 47, also the key that players remember: `fa`, `en-x-sdh`, `fr-x-2`. */
export function subtitleTag({ lang, kind, count }: SubtitleTag): string {
  const marks = [...(kind ? [kind] : []), ...(count > 1 ? [count] : [])]
  return [lang, ...(marks.length > 0 ? ['x', ...marks] : [])].join('-')
}

/** Reads what `subtitleTag` wrote. */
export function readSubtitleTag(tag: string): SubtitleTag {
  const [lang = tag, marks = ''] = tag.split('-x-')
  return {
    lang,
    kind: SUBTITLE_KINDS.find((kind) => marks.startsWith(kind)),
    count: Number(/\d+$/.exec(marks)?.[0] ?? 1),
  }
}
