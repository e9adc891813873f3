/** The folders that each folder may import, besides itself (docs/architecture.md). */
export const ALLOWED_IMPORTS: Record<string, string[]> = {
  'src/contract': [],
  'src/text': [],
  'src/data': ['src/contract'],
  'src/ui': ['src/contract', 'src/text'],
  'src/parts': ['src/contract', 'src/text', 'src/data', 'src/ui'],
  'src/features': ['src/contract', 'src/text', 'src/data', 'src/ui', 'src/parts'],
  'src/routes': ['src/contract', 'src/text', 'src/data', 'src/parts', 'src/features'],
  'src/app': ['src/contract', 'src/data'],
  // The text of notifications that arrive while no page is open.
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

/** Small files that every folder may import. */
export const SHARED_FILES = ['once', 'reportError', 'webStorage'].map((name) => `src/data/platform/${name}.ts`)

/** Entry files outside these folders: they may import everything, and only they import each other. */
export const ENTRY_FILES = [
  'src/main.tsx',
  'src/start.tsx',
  'src/serverPage.tsx',
  'src/App.tsx',
  'src/router.ts',
  'src/routeTree.gen.ts',
]

/** The innermost folder of `ALLOWED_IMPORTS` that contains the file. */
export function layerOf(file: string): string | undefined {
  return Object.keys(ALLOWED_IMPORTS)
    .filter((folder) => file.startsWith(`${folder}/`))
    .toSorted((one, other) => other.length - one.length)[0]
}

/** The feature that the file belongs to. */
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
  'pack',
  'react',
]

export function dataFolderOf(file: string): string | undefined {
  return /^src\/data\/([^/]+)\//.exec(file)?.[1]
}

/**
 * The folders of server/, lowest first: each imports only from itself, from those before it, and the type `Settings` from
 * config.ts. The files in the root of server/ start the server and may import everything.
 */
export const SERVER_FOLDERS = [
  'platform',
  'text',
  'openapi',
  'database',
  'accounts',
  'storage',
  'http',
  'sync',
  'pictures',
  'catalogue',
  'notifications',
  'payments',
  'premium',
  'stream',
  'pages',
  'areas',
  'jobs',
  'operator',
  'commands',
]

export function serverFolderOf(file: string): string | undefined {
  return /^server\/([^/]+)\//.exec(file)?.[1]
}
