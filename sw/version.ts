/** Reads the version from the app's page. Each build has its own. */
export function versionOf(html = ''): string | undefined {
  return /<meta name="version" content="([^"]*)"/.exec(html)?.[1]
}
