/** A sentence, list item or table row of docs/specification.md. */
export interface Sentence {
  /** Section and position in it, for example `2.14`. */
  id: string
  /** Plain text; the cells of a table row are joined with a dash. */
  text: string
}

const TABLE_RULE = /^\|[-|\s]+\|$/
/** The end of a sentence: a full stop before a capital letter. */
const SENTENCE_END = /(?<=\.\)?) (?=[A-Z])/

/** Splits the numbered sections of docs/specification.md into sentences, in the order of the text. */
export function sentencesOf(markdown: string): Sentence[] {
  return markdown
    .split(/^## (?=\d)/m)
    .slice(1)
    .flatMap((section) => {
      const [heading = '', ...lines] = section.split('\n')
      return lines
        .flatMap((line, at) => textsOf(line, lines[at + 1]))
        .map((text, at) => ({ id: `${heading.split('.')[0]}.${at + 1}`, text }))
    })
}

/** `next` is the following line, which shows whether a line is the head of a table. */
function textsOf(line: string, next = ''): string[] {
  const text = line.replaceAll('**', '').replace(/^- /, '').trim()
  if (text === '' || text.startsWith('#') || TABLE_RULE.test(text) || TABLE_RULE.test(next.trim())) return []
  if (!text.startsWith('|')) return text.split(SENTENCE_END)
  const cells = text.split('|').map((cell) => cell.trim())
  return [cells.filter((cell) => cell !== '').join(' — ')]
}
