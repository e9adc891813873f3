/** The version that a page of the app says it is of: each build's is its own. */
export function versionOf(html = ''): string | undefined {
  return /<meta name="version" content="([^"]*)"/.exec(html)?.[1]
}
