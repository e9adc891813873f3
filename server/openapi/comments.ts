/** The comments of the contract by what they describe: `Title`, `Title.runtime`, `titlesApi.show`. */
export type Comments = ReadonlyMap<string, string>

/** A declaration at the start of a line, with its comment, and everything up to the next one. */
const DECLARATION =
  /^(?:\/\*\*(?<comment>(?:(?!\*\/)[\s\S])*)\*\/\n)?(?:export )?const (?<name>\w+)(?<body>[\s\S]*?)(?=^(?:export |const |type |interface |function |\/\*\*)|(?![\s\S]))/gm
/** A field or call directly inside of a declaration. */
const MEMBER = /^ {2}(?:\/\*\*(?<comment>(?:(?!\*\/)[\s\S])*)\*\/\s*)?(?<name>\w+):|^ {2}\.\.\.(?<spread>\w+)/gm

/** Reads the comments of the contract's modules, so that the published document says what the source says. */
export function readComments(sources: readonly string[]): Comments {
  const comments = new Map<string, string>()
  const spreads: [into: string, from: string][] = []
  for (const source of sources) {
    for (const { groups: declared } of source.matchAll(DECLARATION)) {
      const { name = '', comment, body = '' } = declared ?? {}
      if (comment !== undefined) comments.set(name, plain(comment))
      for (const { groups: member } of body.matchAll(MEMBER)) {
        if (member?.spread !== undefined) spreads.push([name, member.spread])
        else if (member?.comment !== undefined) comments.set(`${name}.${member.name}`, plain(member.comment))
      }
    }
  }
  for (const [into, from] of spreads) {
    for (const [described, comment] of [...comments]) {
      const [owner, field] = described.split('.')
      if (owner === from && !comments.has(`${into}.${field}`)) comments.set(`${into}.${field}`, comment)
    }
  }
  return comments
}

function plain(comment: string): string {
  return comment
    .split('\n')
    .map((line) => line.replace(/^\s*\*? ?/, '').trim())
    .join('\n')
    .trim()
    .replace(/(?<!\n)\n(?!\n)/g, ' ')
}
