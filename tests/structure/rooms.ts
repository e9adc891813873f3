/**
 * Who may import whom (README, "How it is built"). What a page and the server start the app from, its router and the
 * generated tree are the front door: they may name everything and nobody names them.
 */
export const ROOMS: Record<string, string[]> = {
  'src/contract': [],
  'src/text': [],
  'src/data': ['src/contract'],
  'src/ui': ['src/contract', 'src/text'],
  'src/parts': ['src/contract', 'src/text', 'src/data', 'src/ui'],
  'src/features': ['src/contract', 'src/text', 'src/data', 'src/ui', 'src/parts'],
  'src/routes': ['src/contract', 'src/text', 'src/data', 'src/features'],
  'src/app': ['src/contract', 'src/data'],
  // Notifications have words, and no page to say them.
  sw: ['src/contract', 'src/text', 'src/data'],
  server: ['src/contract'],
  // Loaded by the server at run time where it exists: nothing in server/ imports it.
  demo: ['src/contract', 'server'],
  tests: [
    'src',
    'sw',
    'server',
    'demo',
    'src/contract',
    'src/text',
    'src/data',
    'src/ui',
    'src/parts',
    'src/features',
    'src/routes',
    'src/app',
  ],
}

/** Files outside every room. */
export const FRONT_DOOR = [
  'src/main.tsx',
  'src/start.tsx',
  'src/serverPage.tsx',
  'src/App.tsx',
  'src/router.ts',
  'src/routeTree.gen.ts',
]

/** The room a file is in: the longest that holds it. */
export function roomOf(file: string): string | undefined {
  return Object.keys(ROOMS)
    .filter((room) => file.startsWith(`${room}/`))
    .toSorted((one, other) => other.length - one.length)[0]
}

/** Every feature is a room of its own. */
export function featureOf(file: string): string | undefined {
  return /^src\/features\/([^/]+)\//.exec(file)?.[1]
}

/** The folders of src/data, lowest first: each imports only from itself and from those before it. */
export const DATA_FOLDERS = [
  'platform',
  'database',
  'network',
  'session',
  'sync',
  'lists',
  'areas',
  'search',
  'downloads',
  'react',
]

export function dataFolderOf(file: string): string | undefined {
  return /^src\/data\/([^/]+)\//.exec(file)?.[1]
}
